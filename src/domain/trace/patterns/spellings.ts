/** How far apart two spellings are at most that may be one value, altered. */
const FAR = 2;

/**
 * Whether one value may be the other, altered on its way: letters turned round, lost, added or changed. Of short ones less
 * may differ.
 */
export function isNearSpelling(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > FAR) return false;
  const short = Math.min(a.length, b.length);
  if (short < 2) return false;
  const sorted = (text: string): string => text.split('').toSorted().join('');
  if (a.length === b.length && sorted(a) === sorted(b)) return true;
  return distance(a, b) <= (short >= 6 ? FAR : 1);
}

/** Letters to change, put in or take out: the distance of Levenshtein. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let x = 1; x <= a.length; x += 1) {
    const next = [x];
    for (let y = 1; y <= b.length; y += 1)
      next.push(
        Math.min(
          (row[y] ?? 0) + 1,
          (next[y - 1] ?? 0) + 1,
          (row[y - 1] ?? 0) + (a[x - 1] === b[y - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}
