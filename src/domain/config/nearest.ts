/**
 * The candidate that was most likely meant by `name`, or null when none is near enough: at most one
 * edit for each three characters, and one at least. Of equally near ones the first.
 */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  if (name.length > LONGEST_NAME) return null;
  let best: string | null = null;
  let allowed = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= allowed) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < allowed) {
      best = candidate;
      allowed = distance;
    }
  }
  return best;
}

/** As `nearest`, in words: `did you mean "core"?`, or `fallback` when nothing is near. */
export function didYouMean(name: string, candidates: Iterable<string>, fallback: string): string {
  const meant = nearest(name, candidates);
  return meant === null ? fallback : `did you mean "${meant}"?`;
}

/** Names that people mistype are short; the bound keeps hostile ones cheap. */
const LONGEST_NAME = 64;

/** Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (row[j - 1] ?? 0) + 1,
          (last[j] ?? 0) + 1,
          (last[j - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
