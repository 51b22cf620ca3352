/**
 * How many columns `text` takes on a terminal: two for wide East Asian characters and emoji, none for
 * combining marks. `text` holds no control characters (see `printable`).
 */
export function columns(text: string): number {
  let width = 0;
  for (const char of text) width += columnsOf(char);
  return width;
}

/** `text` cut to at most `width` columns, the last of them `…` where something was cut. */
export function fit(text: string, width: number): string {
  if (columns(text) <= width) return text;
  if (width <= 0) return '';
  let kept = '';
  let used = 0;
  for (const char of text) {
    used += columnsOf(char);
    if (used > width - 1) break;
    kept += char;
  }
  return `${kept}…`;
}

/** `text` cut or filled with spaces to exactly `width` columns, or one less where a wide character does not fit. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const cut = fit(text, width);
  const space = ' '.repeat(Math.max(0, width - columns(cut)));
  return align === 'left' ? cut + space : space + cut;
}

/**
 * `text` as one line that cannot act on a terminal: control characters and bidirectional overrides are
 * replaced, line ends and tabs become spaces. Whatever an agent wrote goes through here.
 */
export function printable(text: string): string {
  if (Array.from(text).every((char) => !actsOnTerminal(char.codePointAt(0) ?? 0))) return text;
  const oneLine = text.replaceAll(/\s*[\r\n]+\s*/gu, ' ').replaceAll('\t', ' ');
  return Array.from(oneLine, (char) =>
    actsOnTerminal(char.codePointAt(0) ?? 0) ? '�' : char,
  ).join('');
}

// Sets of code points are written out here: Unicode properties in regular expressions take milliseconds to
// compile, and every screen goes through these functions.

/** Control characters, line and paragraph separators, and what turns the direction of text. */
function actsOnTerminal(code: number): boolean {
  if (code < 0x20) return true;
  if (code < 0x7f) return false;
  return code <= 0x9f || (code >= 0x61c && isIn(code, ACTING));
}

const ACTING: readonly (readonly [number, number])[] = [
  [0x61c, 0x61c],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
];

function columnsOf(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x300 || isIn(code, SYMBOLS)) return 1;
  if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(char)) return 0;
  return isIn(code, WIDE) ? 2 : 1;
}

const isIn = (code: number, ranges: readonly (readonly [number, number])[]): boolean =>
  ranges.some(([from, to]) => code >= from && code <= to);

/** Dashes, quotes, dots, arrows, mathematics, boxes, check marks: one column each. */
const SYMBOLS: readonly (readonly [number, number])[] = [
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x2190, 0x22ff],
  [0x2500, 0x259f],
  [0x2713, 0x2718],
];

/** The blocks that terminals draw two columns wide, near enough. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
];
