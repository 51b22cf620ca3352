/** A stream of numbers that a seed decides. */
export interface Random {
  /** From 0, below 1. */
  share(): number;
  /** A whole number from 0 below `n`. */
  below(n: number): number;
  /** True with probability `p`. */
  chance(p: number): boolean;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
}

/** The same seed gives the same numbers (mulberry32). */
export const seeded = (seed: number): Random => {
  let state = (seed * 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    share: next,
    below: (n) => Math.floor(next() * n),
    chance: (p) => next() < p,
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
};

/**
 * A stream of its own for each thing that is drawn: what one policy asks for, and in which order,
 * must not change what another one finds.
 */
export const streamOf = (seed: number, ...names: readonly string[]): Random => {
  let hash = 0x811c9dc5 ^ seed;
  for (const char of names.join('\n'))
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
  return seeded(hash >>> 0);
};
