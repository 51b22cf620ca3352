import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPrune } from '../../../src/domain/checkpoint/pruning.ts';
import type { CheckpointPolicy } from '../../../src/domain/checkpoint/pruning.ts';

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;
const policy: CheckpointPolicy = {
  now: NOW,
  runs: null,
  most: 3,
  maxAgeMs: 10 * HOUR,
  landed: [],
  lastAfterLandingMs: 20 * HOUR,
};
const of = (task: string, ages: readonly number[]) =>
  ages.map((hours, index) => ({
    run: 'r1',
    task,
    n: 1,
    seq: index + 1,
    at: NOW - hours * HOUR,
  }));
const seqs = (list: readonly { readonly seq: number }[]) =>
  list.map(({ seq }) => seq).toSorted((a, b) => a - b);

describe('which checkpoints may go', () => {
  it('keeps the newest ones', () => {
    expect(seqs(toPrune(of('a', [5, 4, 3, 2, 1]), policy))).toEqual([1, 2]);
  });

  it('lets old ones go, but never the last', () => {
    expect(seqs(toPrune(of('a', [12, 11, 1]), policy))).toEqual([1, 2]);
    expect(seqs(toPrune(of('a', [99, 98]), policy))).toEqual([1]);
  });

  it('keeps the last of what has landed for a while', () => {
    const landed = { ...policy, landed: ['r1-a-1'] };
    expect(seqs(toPrune(of('a', [3, 2, 1]), landed))).toEqual([1, 2]);
    expect(seqs(toPrune(of('a', [30, 29]), landed))).toEqual([1, 2]);
  });

  it('leaves other runs alone', () => {
    expect(toPrune(of('a', [99, 98]), { ...policy, runs: ['r2'] })).toEqual([]);
  });

  it('never takes the last of an attempt whose task has not landed', () => {
    const ages = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1 });
    fc.assert(
      fc.property(ages, fc.nat(5), fc.nat(300), (hours, most, maxAge) => {
        const all = of('a', hours);
        const gone = toPrune(all, { ...policy, most, maxAgeMs: maxAge * HOUR });
        expect(seqs(gone)).not.toContain(all.length);
      }),
    );
  });
});
