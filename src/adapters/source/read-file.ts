import type {
  Definition,
  DefinitionKind,
  SkippedWhy,
  SourceText,
} from '../../domain/duplicates/definition.ts';
import { scriptConstants } from './script-constants.ts';
import { functionHead } from './function-head.ts';
import { commentAbove, docstring, memberNames, parameterNames } from './head.ts';
import type { Language, Rule } from './languages.ts';
import type { Parser, SyntaxNode } from './load.ts';

/** A file at work. */
interface Reading {
  readonly language: Language;
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly exportedNames: ReadonlySet<string>;
}

interface Found {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
}

/** What a file defines, in the order of its text. */
export const readFile = (
  { parse }: Parser,
  language: Language,
  { path, text }: SourceText,
): readonly Definition[] | SkippedWhy => {
  const root = parse(language.parser, text);
  const nodes = root.findAll({ rule: ruleOf(language) }).map(found);
  if (nodes.length === 0 && root.findAll({ rule: { kind: 'ERROR' } }).length > 0)
    return 'does not parse';
  const lines = text.split('\n');
  const reading = { language, path, text, lines, exportedNames: namesExported(language, text) };
  const functions = new Set(language.functions.map(({ kind }) => kind));
  const owners: { readonly end: number; readonly name: string }[] = [];
  const definitions: Definition[] = [];
  let functionEnd = -1;
  for (const each of nodes) {
    while ((owners.at(-1)?.end ?? Infinity) <= each.start) owners.pop();
    // What a function has inside belongs to it.
    if (each.end <= functionEnd) continue;
    const isFunction = functions.has(each.kind);
    const owner = owners.at(-1)?.name ?? null;
    if (isFunction) functionEnd = each.end;
    if (language.owners.includes(each.kind))
      owners.push({ end: each.end, name: typeName(each, text.slice(each.start, each.end)) ?? '' });
    const read = isFunction ? asFunction(reading, each, owner) : asOther(reading, each, owner);
    if (read !== null) definitions.push(read);
  }
  if (language.family === 'javascript')
    for (const part of scriptConstants(lines)) {
      const read = asOther(reading, { ...part, kind: 'lexical_declaration' }, null);
      if (read !== null) definitions.push(read);
    }
  const names = new Set(
    definitions.flatMap((each) => (each.kind === 'function' ? [keyOf(each)] : [])),
  );
  return definitions.filter((each) => each.kind !== 'constant' || !names.has(keyOf(each)));
};

/** A constant that holds a function is that function. */
const keyOf = ({ name, line }: Definition): string => `${String(line)} ${name}`;

const rules = new Map<string, Rule>();

const ruleOf = ({ parser, functions, others }: Language): Rule => {
  const known = rules.get(parser) ?? { any: [...functions, ...others] };
  rules.set(parser, known);
  return known;
};

const found = (node: SyntaxNode): Found => {
  const { start, end } = node.range();
  return {
    kind: String(node.kind()),
    start: start.index,
    end: end.index,
    line: start.line,
    endLine: end.line,
  };
};

const TYPE_NAME =
  /^(?:#\[[^\]]*\]\s*|@[\w.]+(?:\([^)]*\))?\s*)*(?:[\w()]+\s+)*?(?:class|interface|type|enum|struct|trait|record)\s+(\w+)/u;
const IMPL_NAME = /^(?:unsafe\s+)?impl\b(?:<[^{]*?>)?\s+(?:[^{]*?\bfor\s+)?(\w+)/u;

const typeName = ({ kind }: Found, own: string): string | null => {
  if (kind === 'type_spec') return /^\w+/u.exec(own)?.[0] ?? null;
  return (kind === 'impl_item' ? IMPL_NAME : TYPE_NAME).exec(own)?.[1] ?? null;
};

const namesExported = ({ family }: Language, text: string): ReadonlySet<string> => {
  const names = new Set<string>();
  if (family !== 'javascript' || !/export\s*(?:default\s+\w|\{)|exports/u.test(text)) return names;
  for (const [, list = ''] of text.matchAll(
    /(?:export|module\.exports\s*=)\s*\{([^}]{0,4000})\}(?!\s*from)/gu,
  ))
    for (const part of list.split(',')) names.add(part.trim().split(/\s|:/u, 1).join(''));
  for (const [, name = ''] of text.matchAll(/exports\.(\w+)\s*=|export\s+default\s+(?:\w+;)/gu))
    names.add(name);
  for (const [, name = ''] of text.matchAll(
    /export\s+default\s+(\w+)\s*;|module\.exports\s*=\s*(\w+)/gu,
  ))
    names.add(name);
  return names;
};

/** A head is not longer; it is read by expressions that take the square of its length at worst. */
const MOST_HEAD = 4_000;

const asFunction = (reading: Reading, at: Found, owner: string | null): Definition | null => {
  const { language, text, lines } = reading;
  const own = text.slice(at.start, at.end);
  const head = functionHead(own.slice(0, MOST_HEAD), language.family, at.kind);
  if (head === null) return null;
  const { name, params, result } = head;
  const receiver =
    language.family === 'go' ? (/^func \(\s*\w*\s*\*?(\w+)/u.exec(own)?.[1] ?? null) : owner;
  const above = commentAbove(lines, at.line);
  return {
    ...placed(reading, at, 'function'),
    name,
    owner: receiver,
    exported: isExported(reading, at, name),
    doc: above === '' && language.family === 'python' ? docstring(own) : above,
    params: parameterNames(params, language.family === 'java'),
    signature: `${params}${result}`.replaceAll(/\s+/gu, ' '),
  };
};

const asOther = (reading: Reading, at: Found, owner: string | null): Definition | null => {
  const { language, text, lines } = reading;
  const own = text.slice(at.start, at.end);
  if (at.kind === 'impl_item') return null;
  const isType = language.types.includes(at.kind);
  const name = isType ? typeName(at, own) : constantName(reading, own);
  if (name === null) return null;
  return {
    ...placed(reading, at, isType ? 'type' : 'constant'),
    name,
    owner,
    exported: isExported(reading, at, name),
    doc: commentAbove(lines, at.line),
    // What a class does is told by its methods.
    params: isType && !hasMethods(at, own) ? memberNames(own) : [],
    signature: own.replaceAll(/\s+/gu, ' '),
  };
};

const placed = (
  { language, path, text }: Reading,
  { start, end, line, endLine }: Found,
  kind: DefinitionKind,
): Pick<Definition, 'kind' | 'family' | 'path' | 'line' | 'endLine' | 'text'> => ({
  kind,
  family: language.family,
  path,
  line: line + 1,
  endLine: endLine + 1,
  text: text.slice(start, end),
});

const hasMethods = ({ kind }: Found, own: string): boolean =>
  kind.includes('class') && /\bdef\s|\)\s*(?::[^{;]+|throws\s[^{;]+)?\{/u.test(own);

/** A constant's name, where that is what it is: a value that is written down, at the top of a file. */
const constantName = ({ language }: Reading, own: string): string | null => {
  switch (language.family) {
    case 'javascript':
      return (
        /^const\s+([\w$]+)\s*(?::[^=]+)?=\s*(?!(?:async\s*)?(?:function\b|\([^()]*\)\s*(?::[^=]+)?=>|<|\w+\s*=>|require\(|await\b|import\())/u.exec(
          own,
        )?.[1] ?? null
      );
    case 'python':
      return /^(_?[A-Z][A-Z0-9_]*)\s*(?::[^=\n]+)?=(?!=)/u.exec(own)?.[1] ?? null;
    case 'go':
      return /^(?:var\s+)?(\w+)\b[^=]*=/u.exec(own)?.[1] ?? null;
    case 'rust':
      return /(?:const|static)\s+(?:mut\s+)?(\w+)\s*:/u.exec(own)?.[1] ?? null;
    case 'java':
      return /\bstatic\b/u.test(own) && /\bfinal\b/u.test(own)
        ? (/(\w+)\s*=/u.exec(own)?.[1] ?? null)
        : null;
    case 'any':
      return null;
  }
};

const isExported = (
  { language, text, exportedNames }: Reading,
  at: Found,
  name: string,
): boolean => {
  const own = text.slice(at.start, Math.min(at.end, at.start + 200));
  switch (language.family) {
    case 'javascript': {
      const before = text.slice(text.lastIndexOf('\n', at.start - 1) + 1, at.start);
      return /\bexport\b/u.test(before) || exportedNames.has(name);
    }
    case 'python':
      return !name.startsWith('_');
    case 'go':
      return /^[A-Z]/u.test(name);
    case 'rust':
      return /^pub\b(?!\()/u.test(own.replace(/^(?:#\[[^\]]*\]\s*)+/u, ''));
    case 'java':
      return /^(?:@\w+(?:\([^)]*\))?\s+)*(?:static |final |abstract )*public\b/u.test(own);
    case 'any':
      return false;
  }
};
