/**
 * What a word can come to is text in which four characters of Unicode's private use stand for what is
 * not known. A command line that has them in it is not judged (`judgeCommand`).
 */
export const MARK = {
  /** Any run of characters but `/`: an unquoted `*`. */
  star: '\uE000',
  /** One character but `/`: an unquoted `?` or `[…]`. */
  one: '\uE001',
  /** Any text at all. */
  any: '\uE002',
  /** A name, a number or a path below where it stands: neither absolute nor with `..` in it. */
  below: '\uE003',
} as const;

const MARKS = /[\uE000-\uE003]/;
const UNKNOWNS = /[\uE002\uE003]/;
const PATTERNS = /[\uE000\uE001]/;

export const hasMarks = (text: string): boolean => MARKS.test(text);
export const isKnown = (text: string): boolean => !UNKNOWNS.test(text);
export const hasPattern = (text: string): boolean => PATTERNS.test(text);
export const isAnything = (text: string): boolean => text.includes(MARK.any);

/** The alternatives of a value that cannot be told. */
export const ANYTHING: readonly string[] = [MARK.any];

/** More alternatives than this are `ANYTHING`. */
export const MOST_ALTERNATIVES = 12;

/** Without doubles; anything when there are too many. */
export function alternatives(values: Iterable<string>): readonly string[] {
  const all = [...new Set(values)];
  return all.length > MOST_ALTERNATIVES ? ANYTHING : all;
}

/** Characters that are a pattern where they come out of an unquoted expansion. */
export const withPatterns = (text: string): string =>
  text
    .replaceAll('*', MARK.star)
    .replaceAll('?', MARK.one)
    .replaceAll(/\[[^\]/]+\]/g, MARK.one);

/** Where no pattern is held against files: assignments. */
export const withoutPatterns = (text: string): string =>
  text.replaceAll(MARK.star, '*').replaceAll(MARK.one, '?');

/** As a person reads it. */
export const shown = (text: string): string =>
  hasMarks(text)
    ? text
        .replaceAll(MARK.star, '*')
        .replaceAll(MARK.one, '?')
        .replaceAll(MARK.any, '…')
        .replaceAll(MARK.below, '…')
    : text;

/** Whether a pattern of marks can be `name`; both are single segments. */
export function canBe(pattern: string, name: string): boolean {
  if (!hasMarks(pattern)) return pattern === name;
  const source = Array.from(pattern)
    .map((each) => {
      if (each === MARK.one) return '[^/]';
      if (MARKS.test(each)) return '.*';
      return each.replace(/[$()*+.?[\\\]^{|}]/, String.raw`\$&`);
    })
    .join('')
    // One run is enough, and two that touch would take long.
    .replaceAll(/(?:\.\*)+/g, '.*');
  return new RegExp(`^${source}$`, 'su').test(name);
}
