import { prefixChain } from './policies/prefix-chain.ts';
import type { Order, QueuePolicy } from './queue-policy.ts';
import type { Workload } from './workload.ts';

/**
 * What somebody meets who knows everything in advance: the changes that are sound and go with all
 * before them, and checks that do not lie. What is left out would be sent back untested.
 */
export const soundPart = (workload: Workload): Workload => {
  const kept: number[] = [];
  for (const [place, { sound }] of workload.changes.entries())
    if (sound && !workload.conflicts.some((pair) => pair.includes(place) && clashes(pair, kept)))
      kept.push(place);
  return {
    changes: kept.flatMap((place) => {
      const change = workload.changes[place];
      return change === undefined ? [] : [{ ...change, redRuns: 0, flaky: 0 }];
    }),
    conflicts: [],
    checks: { ...workload.checks, flaky: 0 },
    fails: 0,
  };
};

const clashes = (pair: readonly [number, number], kept: readonly number[]): boolean =>
  pair.some((place) => kept.includes(place));

/** On the sound part: every commit is tested, in order, as many at once as there are slots. */
export const everyCommitOracle = (slots: number): QueuePolicy => prefixChain(slots);

/** On the sound part: whatever waits is tested together as soon as a slot is free. */
export const tipOracle: QueuePolicy = {
  decide: (view) => {
    const orders: Order[] = [];
    const held = new Set(view.landed);
    for (const { tree } of view.ended) {
      const members = tree.filter((id) => !held.has(id));
      for (const id of members) held.add(id);
      if (members.length > 0) orders.push({ kind: 'land', members });
    }
    const waiting = view.waiting.flatMap(({ id }) => (held.has(id) ? [] : [id]));
    const isTested = (id: string): boolean => view.running.some(({ tree }) => tree.includes(id));
    const isNew = waiting.some((id) => !isTested(id));
    if (isNew && view.freeSlots > 0) orders.push({ kind: 'test', members: waiting });
    return { orders, next: tipOracle };
  },
};

/**
 * Checks that any policy needs on average which keeps the tip green alone: each answers one bit at
 * most, and whether each change fails has to be known. No pair conflicts, no flakes.
 */
export const entropyBound = ({ changes, fails }: Workload): number =>
  changes.reduce((sum, { risk }) => sum + binaryEntropy(risk ?? fails), 0);

const binaryEntropy = (p: number): number =>
  p <= 0 || p >= 1 ? 0 : -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
/**
 * The fewest checks on average, on one slot, until it is known of `changes` that fail alike with which
 * of them is wrong: groups are tested, and of a red group a part, and so on (Sobel and Groll). `reds`: in
 * how many red runs a change must have been before it is sent back; 2 is a re-run before blame.
 */
export const nestedOptimum = (changes: number, fails: number, reds: 1 | 2): number => {
  const good = Array.from({ length: changes + 1 }, (_, count) => (1 - fails) ** count);
  /** By number of changes left: nothing is known of them. */
  const fresh = [0];
  /** By number left and suspects among them, which were in one red run, or in more. */
  const once: number[][] = [[]];
  const more: number[][] = [[]];
  for (let left = 1; left <= changes; left += 1) {
    const rest = fresh[left - 1] ?? 0;
    const inMore = [0, rest];
    const inOnce = [0, rest + (reds === 2 ? 1 : 0)];
    for (let suspects = 2; suspects <= left; suspects += 1) {
      const part = { left, suspects, good };
      inMore[suspects] = cheapest(suspects - 1, (tested) => split(part, tested, [more, inMore]));
      inOnce[suspects] = cheapest(suspects - 1, (tested) => split(part, tested, [once, inMore]));
    }
    more[left] = inMore;
    once[left] = inOnce;
    fresh[left] = cheapest(left, (tested) => {
      const green = good[tested] ?? 0;
      return 1 + green * (fresh[left - tested] ?? 0) + (1 - green) * (inOnce[tested] ?? 0);
    });
  }
  return fresh[changes] ?? 0;
};

interface Part {
  readonly left: number;
  readonly suspects: number;
  readonly good: readonly number[];
}

/** What is left to do after a check of `tested` of the suspects: those behind them, or they themselves. */

const split = (
  { left, suspects, good }: Part,
  tested: number,
  [green, red]: readonly [readonly (readonly number[])[], readonly number[]],
): number => {
  const allGood = good[suspects] ?? 0;
  const isGreen = ((good[tested] ?? 0) - allGood) / (1 - allGood);
  return (
    1 +
    isGreen * (green[left - tested]?.[suspects - tested] ?? 0) +
    (1 - isGreen) * (red[tested] ?? 0)
  );
};

const cheapest = (most: number, costOf: (tested: number) => number): number =>
  Math.min(...Array.from({ length: most }, (_, before) => costOf(before + 1)));
