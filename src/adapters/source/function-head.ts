import type { LanguageFamily } from '../../domain/duplicates/definition.ts';

/** How a function begins. */
export interface FunctionHead {
  readonly name: string;
  /** With their parentheses; a lone parameter of an arrow function has none. */
  readonly params: string;
  /** The result's type as it stands; `''`: none is said. */
  readonly result: string;
}

// From the text on purpose: each node that the parser is asked for is an object of its own, and that
// costs more than all of this.

/** Reads how a function begins; null: it has no name. */
export const functionHead = (
  text: string,
  family: LanguageFamily,
  kind: string,
): FunctionHead | null => {
  const match = NAMES[kind === 'variable_declarator' ? kind : family]?.exec(text);
  const name = match?.[1];
  if (match === null || match === undefined || name === undefined) return null;
  let at = match.index + match[0].length;
  if (kind === 'variable_declarator') at = afterEquals(text, at);
  const lone =
    kind === 'variable_declarator'
      ? /^\s*(?:async\s+)?([\w$]+)\s*=>/u.exec(text.slice(at, at + 80))
      : null;
  if (lone?.[1] !== undefined) return { name, params: lone[1], result: '' };
  const open = text.indexOf('(', afterGenerics(text, at));
  if (open === -1) return { name, params: '', result: '' };
  const close = closing(text, open);
  return { name, params: text.slice(open, close), result: resultOf(text, close) };
};

const MODIFIERS = String.raw`(?:(?:public|private|protected|static|async|override|abstract|declare|get|set)\s+(?!\())*`;

const NAMES: Readonly<Record<string, RegExp>> = {
  variable_declarator: /^([\w$]+)/u,
  javascript: new RegExp(
    String.raw`^${MODIFIERS}(?:function\s*)?\*?\s*(#?[\w$]+|\[[^\]]*\]|"[^"]*"|'[^']*')`,
    'u',
  ),
  python: /^(?:async\s+)?def\s+(\w+)/u,
  go: /^func\s*(?:\([^)]*\))?\s*(\w+)/u,
  rust: /\bfn\s+(\w+)/u,
  java: /^(?:@[\w.]+(?:\([^)]*\))?\s*)*[^(@]*?([\w$]+)\s*(?=\()/u,
};

/** Behind the `=` that gives a variable its value, and `async` and `function` there. */
const afterEquals = (text: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '(' || char === '[' || char === '{') depth += 1;
    else if (char === ')' || char === ']' || char === '}') depth -= 1;
    else if (char === '=' && depth === 0 && text[at + 1] !== '>') return at + 1;
  }
  return text.length;
};

const afterGenerics = (text: string, from: number): number => {
  const start = /^\s*(?:async\b\s*)?(?:function\b\s*\*?\s*\w*\s*)?/u.exec(
    text.slice(from, from + 80),
  );
  const at = from + (start?.[0].length ?? 0);
  return text[at] === '<' ? closing(text, at) : at;
};

/** Behind the bracket that closes the one at `open`. */
const closing = (text: string, open: number): number => {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if ('([{<'.includes(char)) depth += 1;
    else if (')]}'.includes(char) || (char === '>' && !'=-'.includes(text[at - 1] ?? '')))
      depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
};

const resultOf = (text: string, from: number): string => {
  const end = /[{\n]|;(?!\s*\w+\])|=>|:\s*\n/u.exec(text.slice(from, from + 300));
  const between = text.slice(from, end === null ? from : from + end.index).trim();
  return between.length > MOST_RESULT ? '' : between;
};

const MOST_RESULT = 120;
