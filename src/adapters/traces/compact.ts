/**
 * Parts of expressions over JSON as programs write it, without blanks. A line that is told by such an expression is told
 * wholly: what stands in it beside long texts is known key by key, so a key that comes twice is seen.
 */

/** A text in which nothing is escaped. */
export const TEXT = String.raw`"[^"\\\x00-\x1f]*"`;
/** A number, `true`, `false` or `null`. */
const WORD = String.raw`(?:true|false|null|-?\d[\d.eE+-]*)`;
const SMALL = `(?:${TEXT}|${WORD})`;
const list = (value: string): string => String.raw`\[(?:${value}(?:,${value})*)?\]`;
const object = (value: string): string => String.raw`\{(?:"\w+":${value}(?:,"\w+":${value})*)?\}`;
/** A value of few parts. */
const VALUE = `(?:${TEXT}|${WORD}|${list(SMALL)}|${object(`(?:${SMALL}|${object(SMALL)})`)})`;

/** A key with its value, but none of these keys: names with a space between them. */
export const fieldBut = (keys: string): string =>
  String.raw`"(?!(?:${keys.replaceAll(' ', '|')})")\w+":${VALUE}`;

/**
 * What stands behind a text whose first character is at `from`, if it is as `behind` (sticky) says: from the quote that ends
 * the text. The first comma with a quote behind it is no part of a text, for there a quote has a backslash in front; before
 * that comma stand at most the brackets that end what the text is in.
 */
export function behindText(text: string, from: number, behind: RegExp): RegExpExecArray | null {
  let at = text.indexOf(',"', from) - 1;
  while (at >= from && isClosing(text.charCodeAt(at))) at -= 1;
  return at >= from && text.charCodeAt(at) === QUOTE ? matchAt(behind, text, at) : null;
}

/** What a sticky expression finds at a place. */
export function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}

const QUOTE = 34;
const isClosing = (code: number): boolean => code === 125 || code === 93;

/** A text that holds on to no other one: a part of a text may hold on to all of it. */
export const copied = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');
