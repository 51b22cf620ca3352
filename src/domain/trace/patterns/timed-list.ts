/** Something that happened, in a list that is in the order of time. */
interface Happened {
  readonly at: number;
}

/** How many of a list happened up to a moment, or before it. */
function countUntil(list: readonly Happened[], at: number, included: boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const each = list[middle]?.at ?? Number.POSITIVE_INFINITY;
    if (each < at || (included && each === at)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first behind a moment that fits. */
export function firstAfter<T extends Happened>(
  list: readonly T[],
  at: number,
  fits: (each: T) => boolean = () => true,
): T | undefined {
  for (let index = countUntil(list, at, true); index < list.length; index += 1) {
    const each = list[index];
    if (each !== undefined && fits(each)) return each;
  }
  return undefined;
}

/** The last before a moment. */
export const lastBefore = <T extends Happened>(list: readonly T[], at: number): T | undefined =>
  list[countUntil(list, at, false) - 1];

/** Likewise among the next few alone: what comes much later has another cause. */
export const soonAfter = <T extends Happened>(
  list: readonly T[],
  at: number,
  fits: (each: T) => boolean,
): T | undefined => {
  const from = countUntil(list, at, true);
  return list.slice(from, from + SOON).find(fits);
};

const SOON = 32;

/** Those behind one moment and before another. */
export const between = <T extends Happened>(
  list: readonly T[],
  from: number,
  to: number,
): readonly T[] => list.slice(countUntil(list, from, true), countUntil(list, to, false));

/** Whether anything happened behind a moment. */
export const isAnyAfter = (list: readonly Happened[], at: number): boolean =>
  (list.at(-1)?.at ?? Number.NEGATIVE_INFINITY) > at;

/** Whether anything that fits happened behind one moment and before another. */
export function isAnyBetween<T extends Happened>(
  list: readonly T[],
  from: number,
  to: number,
  fits: (each: T) => boolean,
): boolean {
  const found = firstAfter(list, from, fits);
  return found !== undefined && found.at < to;
}
