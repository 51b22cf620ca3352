// Measures src and fails when a limit is passed. oxlint names the single file or function that is
// too long; this looks at the whole: how long files are in general, and what escapes the types.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SRC = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
const LIMITS = { fileP90: 200, fileMax: 300, functionP99: 60, any: 0 };

const files = readdirSync(SRC, { recursive: true })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(^|\/)fixtures\//.test(name))
  .map((name) => measureFile(join(SRC, name)));
const functions = files.flatMap((file) => file.functions);
const lines = files.map((file) => file.lines);
const total = sum(lines);
const measured = {
  fileP90: percentile(lines, 0.9),
  fileMax: Math.max(0, ...lines),
  functionP99: percentile(functions, 0.99),
  any: sum(files.map((file) => file.any)),
};
const assertions = sum(files.map((file) => file.assertions));

process.stdout.write(
  `${files.length} files, ${total} lines: file p90 ${measured.fileP90} max ${measured.fileMax}, ` +
    `${functions.length} functions p99 ${measured.functionP99}, any ${measured.any}, ` +
    `as ${((assertions * 1000) / Math.max(1, total)).toFixed(1)} per 1000 lines\n`,
);
for (const [name, limit] of Object.entries(LIMITS)) {
  if (measured[name] <= limit) continue;
  process.stdout.write(`${name} is ${measured[name]}, the limit is ${limit}\n`);
  process.exitCode = 1;
}
if (files.length === 0) {
  process.stdout.write('no source file seen\n');
  process.exitCode = 1;
}

function measureFile(path) {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = { lines: text.split('\n').length - 1, functions: [], any: 0, assertions: 0 };
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) found.functions.push(lengthOf(node, source));
    if (node.kind === ts.SyntaxKind.AnyKeyword) found.any += 1;
    if (isAssertion(node)) found.assertions += 1;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `x as T`, `<T>x` and `x!`; `as const` narrows nothing that was not known. */
function isAssertion(node) {
  if (ts.isNonNullExpression(node) || ts.isTypeAssertionExpression(node)) return true;
  return ts.isAsExpression(node) && !ts.isConstTypeReference(node.type);
}

function lengthOf(node, source) {
  const start = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
  return source.getLineAndCharacterOfPosition(node.end).line - start + 1;
}

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function sum(values) {
  return values.reduce((a, b) => a + b, 0);
}
