import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, exitCodeOf } from '../../src/cli/exit-codes.ts';
import { failure } from '../../src/domain/failure.ts';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { fanin } from '../cli/fanin.ts';
import { inRepository } from './markdown.ts';

/** Which words of the source are codes of failures: those that the exit code of is not the common one. */
const FAILURES = [EXIT.usage, EXIT.refused, EXIT.environment, EXIT.fault] as const;

/** A page's text with its block `name` filled anew. */
export function withBlock(text: string, name: string, content: string): string {
  const [before, rest] = text.split(`<!-- begin: ${name} -->\n`);
  const after = rest?.split('<!-- end -->')[1];
  if (before === undefined || after === undefined) throw new Error(`there is no block ${name}`);
  return `${before}<!-- begin: ${name} -->\n${content}<!-- end -->${after}`;
}

/** Every string literal in src that looks like a code. */
export function literals(): ReadonlySet<string> {
  const src = inRepository('src');
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(join(src, name), 'utf8').matchAll(/'([a-z]+(?:-[a-z]+)*)'/gu),
    ]);
  return new Set(found.map(([, word = '']) => word));
}

/** The codes of failures by the exit code they lead to. */
export function failureCodes(): string {
  const words = [...literals()].toSorted();
  const rows = FAILURES.map((exit) => {
    const codes = words.filter((word) => exitCodeOf(failure(word, '')) === exit);
    return `| ${exit} | ${codes.map((code) => `\`${code}\``).join(' ')} |`;
  });
  return ['', '| exit | failures |', '| --- | --- |', ...rows, '| 1 | every other |', '', ''].join(
    '\n',
  );
}

/** The help of every command, without the flags that all have. */
export async function commandHelp(cwd: string): Promise<string> {
  const parts: string[] = [];
  for (const { name, brief } of COMMANDS) {
    parts.push(`## fanin ${name}\n\n${brief}.\n`, fenced(await helpOf(cwd, name)));
    for (const word of namesBelow(await helpOf(cwd, name))) {
      parts.push(`### fanin ${name} ${word}\n`, fenced(await helpOf(cwd, name, word)));
    }
  }
  return `\n${parts.join('\n')}\n`;
}

async function helpOf(cwd: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { code, out } = await fanin(cwd, ...words, '--help');
  if (code !== EXIT.ok) throw new Error(`no help for ${words.join(' ')}`);
  return out.trimEnd().split('\n');
}

/** The words of a command that has several below it. */
function namesBelow(help: readonly string[]): readonly string[] {
  const at = help.indexOf('Commands');
  if (at === -1) return [];
  return help.slice(at + 1).flatMap((line) => /^ {2}(\w+) /u.exec(line)?.[1] ?? []);
}

const EVERYWHERE =
  /^(?: {2}fanin .*--help$|.*(?:\[--json\]|\[--color\/--no-color\]|\[--cwd\]|\[--run\]|-h {1,2}--help| -- ) )/u;

function fenced(help: readonly string[]): string {
  const kept = help.filter((line) => !EVERYWHERE.test(line));
  const lines = kept.filter((line, index) => {
    const next = kept.slice(index + 1).find((each) => each !== '');
    const empty = line === 'Flags' && (next === undefined || /^\S/u.test(next));
    return !empty;
  });
  const text = lines
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
  return `\`\`\`text\n${text}\n\`\`\`\n`;
}
