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
