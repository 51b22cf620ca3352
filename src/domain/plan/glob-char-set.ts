/** A set of code points: disjoint ranges `[first, last]`, both ends included, in rising order. */
export type CharSet = readonly CharRange[];

/** All code points from the first to the second, both included. */
export type CharRange = readonly [first: number, last: number];

/** Every code point. */
export const ANY_CHAR: CharSet = [[0, 0x10_ff_ff]];

/** The path separator, alone. */
export const SEPARATOR: CharSet = [[0x2f, 0x2f]];

/** Every code point but the path separator: what `?` stands for. */
export const NAME_CHAR: CharSet = complement(SEPARATOR);

/** The set that holds the code point `char` alone. */
export function soleChar(char: number): CharSet {
  return [[char, char]];
}

/** The union of `ranges`, which may overlap and come in any order. A range that ends before it starts is empty. */
export function charSet(ranges: readonly CharRange[]): CharSet {
  const sorted = ranges
    .filter(([first, last]) => first <= last)
    .toSorted(([first], [otherFirst]) => first - otherFirst);
  const merged: CharRange[] = [];
  for (const [first, last] of sorted) {
    const previous = merged.at(-1);
    if (previous === undefined || first > previous[1] + 1) {
      merged.push([first, last]);
    } else {
      merged[merged.length - 1] = [previous[0], Math.max(previous[1], last)];
    }
  }
  return merged;
}

/** The code points that are not in `set`. */
export function complement(set: CharSet): CharSet {
  const gaps: CharRange[] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= 0x10_ff_ff) gaps.push([next, 0x10_ff_ff]);
  return gaps;
}

/** The code points that are in both sets. */
export function intersect(a: CharSet, b: CharSet): CharSet {
  const common: CharRange[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const left = a[i];
    const right = b[j];
    if (left === undefined || right === undefined) return common;
    const first = Math.max(left[0], right[0]);
    const last = Math.min(left[1], right[1]);
    if (first <= last) common.push([first, last]);
    if (left[1] < right[1]) i += 1;
    else j += 1;
  }
}

/** Whether `set` holds the code point `char`. */
export function hasChar(set: CharSet, char: number): boolean {
  return set.some(([first, last]) => first <= char && char <= last);
}

/** The one code point of a set that holds exactly one, as a string; otherwise null. */
export function onlyCharOf(set: CharSet): string | null {
  const [range, ...others] = set;
  if (range === undefined || others.length > 0 || range[0] !== range[1]) return null;
  return String.fromCodePoint(range[0]);
}
