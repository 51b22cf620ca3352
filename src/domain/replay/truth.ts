import { streamOf } from '../simulation/random.ts';
import type { Change, Workload } from './workload.ts';

/** A tree as bits: one for each change that it holds beyond the first target. */
export type Bits = bigint;

/** What is so, whatever a policy believes. */
export interface Truth {
  readonly bitsOf: (tree: readonly string[]) => Bits;
  /** Whether a tree is sound: every change in it, and every pair. */
  readonly isSound: (tree: Bits) => boolean;
  /** Whether the change conflicts with one that the tree holds. */
  readonly clashes: (id: string, tree: Bits) => boolean;
  readonly change: (id: string) => Change;
  /** What a run on the tree says: the n-th (from 0) on this tree, with `members` on the target. */
  readonly run: (tree: Bits, members: readonly Member[], n: number) => boolean;
}

/** A change in a run, and in how many it was before. */
export interface Member {
  readonly id: string;
  readonly runs: number;
}

/** The truth about a workload. A seed decides the same flakes for every policy that asks for the same run. */
export const truthOf = (workload: Workload, seed: number): Truth => {
  const places = new Map(workload.changes.map(({ id }, place) => [id, place]));
  const unsound = bits(workload.changes.flatMap(({ sound }, place) => (sound ? [] : [place])));
  const pairs = workload.conflicts.map((pair) => bits(pair));
  const placeOf = (id: string): number => {
    const place = places.get(id);
    if (place === undefined) throw new Error(`Internal error: no change ${id}`);
    return place;
  };
  const change = (id: string): Change => {
    const found = workload.changes[placeOf(id)];
    if (found === undefined) throw new Error(`Internal error: no change ${id}`);
    return found;
  };
  const isSound = (tree: Bits): boolean =>
    (tree & unsound) === 0n && pairs.every((pair) => (tree & pair) !== pair);
  return {
    bitsOf: (tree) => bits(tree.map(placeOf)),
    isSound,
    clashes: (id, tree) => {
      const own = bits([placeOf(id)]);
      return pairs.some((pair) => (pair & own) !== 0n && ((tree | own) & pair) === pair);
    },
    change,
    run: (tree, members, n) => {
      if (!isSound(tree)) return false;
      const all = members.map(({ id, runs }) => ({ ...change(id), runs }));
      if (all.some(({ redRuns, runs }) => runs < redRuns)) return false;
      const steady = all.reduce(
        (share, { flaky }) => share * (1 - flaky),
        1 - workload.checks.flaky,
      );
      return steady === 1 || streamOf(seed, 'run', tree.toString(36), String(n)).chance(steady);
    },
  };
};

const bits = (places: readonly number[]): Bits =>
  places.reduce((all, place) => all | (1n << BigInt(place)), 0n);
