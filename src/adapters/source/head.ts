/** The comment that ends right above a line (from 0), without its marks; decorators and attributes are passed over. */
export const commentAbove = (lines: readonly string[], line: number): string => {
  const found: string[] = [];
  for (let at = line - 1; at >= 0 && found.length < MOST_LINES; at -= 1) {
    const text = (lines[at] ?? '').trim();
    if (/^(?:@\w|#\[)/u.test(text)) continue;
    if (!/^(?:\/\/|\/\*|\*|#(?!!))/u.test(text)) break;
    found.unshift(text);
    if (text.startsWith('/*')) break;
  }
  return plain(found.join('\n'));
};

const MOST_LINES = 40;

/** The docstring that a Python body begins with. */
export const docstring = (text: string): string => {
  const match = /:\s*\n\s*[rRuU]?("""|''')([^]*?)\1/u.exec(text.slice(0, 2_000));
  return match?.[2]?.trim() ?? '';
};

const plain = (comment: string): string =>
  comment
    .replaceAll(/^\s*(?:\/\/[/!]?|\/\*+!?|\*(?!\/)|#)|\*\/\s*$/gmu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

const OPEN = '([{<';
const CLOSE = ')]}>';

/** Parts between commas that stand in no bracket. */
export const topLevelParts = (list: string): readonly string[] => {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at += 1) {
    const char = list[at] ?? '';
    // `=>` and `->` close nothing.
    if (char === '>' && /[-=]/u.test(list[at - 1] ?? '')) continue;
    if (OPEN.includes(char)) depth += 1;
    else if (CLOSE.includes(char)) depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(list.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
};

const RECEIVERS = new Set(['self', '&self', '&mut self', 'mut self', 'cls', 'this', '/', '*']);

/** Names of parameters, from the text between their parentheses. */
export const parameterNames = (list: string, namesLast: boolean): readonly string[] => {
  const inner = list.startsWith('(') ? list.slice(1, -1) : list;
  return topLevelParts(inner)
    .filter((part) => !RECEIVERS.has(part.split(':', 1).join('').trim()))
    .map((part) => {
      const bare = part.replace(
        /^(?:(?:mut|final|readonly|public|private|@\w+)\s+|\.\.\.|\*+)+/u,
        '',
      );
      const name = namesLast ? /([A-Za-z_$][\w$]*)\s*$/u : /^([A-Za-z_$][\w$]*)/u;
      return name.exec(bare)?.[1] ?? '';
    });
};

/** Longer types are data; see `MOST_HEAD`. */
const MOST_TYPE = 10_000;

/** Names of what a type has, in the order of its text. */
export const memberNames = (whole: string): readonly string[] => {
  const text = whole.slice(0, MOST_TYPE);
  const body = text.slice(Math.max(0, text.search(/[({:=]/u)));
  const inner = body.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*|#[^\n]*|"""[^]*?"""|"[^"\n]*"/gu, '');
  const names = new Set<string>();
  // `name: T` (and `name?: T`), `name T` on a line of its own, `T name,` in a record.
  for (const [, name] of inner.matchAll(
    /(?:^|[\s{(;,])(?:readonly |pub |pub\(\w+\) )*(\w+)\??\s*:(?!:)/gu,
  ))
    if (name !== undefined) names.add(name);
  if (names.size > 0) return [...names];
  for (const [, name] of inner.matchAll(/^\s*([A-Za-z_]\w*)\s+[\w*[\].{}]+[^\n(]*$/gmu))
    if (name !== undefined) names.add(name);
  if (names.size > 0) return [...names];
  for (const part of topLevelParts(inner.replaceAll(/^[({]|[)}]+\s*(?:\{\s*\})?$/gu, ''))) {
    const name = /([A-Za-z_]\w*)\s*(?:=[^]*)?$/u.exec(part)?.[1];
    if (name !== undefined) names.add(name);
  }
  return [...names];
};
