import { describe, expect, it } from 'vitest';
import { replayPoint } from '../../../src/domain/replay/compare.ts';
import type { ReplayedPoint } from '../../../src/domain/replay/compare.ts';
import { generate } from '../../../src/domain/replay/generator.ts';
import { nestedOptimum } from '../../../src/domain/replay/yardsticks.ts';
import type { ReplayPolicy } from '../../../src/domain/replay/policies.ts';
import { STEADY } from './workloads.ts';

const SEEDS = 100;

const burst = (
  fails: number,
  conflicts: number,
  slots: number,
  policies: readonly ReplayPolicy[],
) =>
  replayPoint(
    {
      slots,
      fails,
      workload: (seed) => {
        const check = { median: 1, factor: 1 };
        const generator = { changes: 32, everyMs: null, fails, conflicts, check, predictor: null };
        return generate(generator, STEADY, seed);
      },
    },
    policies,
    { first: 1, count: SEEDS },
  );

const spanOf = ({ rows }: ReplayedPoint, policy: ReplayPolicy): number =>
  rows.find((row) => row.policy === policy)?.figures.makespanMs ?? 0;

const within = (value: number, expected: number, share: number): void => {
  expect(value).toBeGreaterThan(expected * (1 - share));
  expect(value).toBeLessThan(expected * (1 + share));
};

/**
 * Makespans that another simulation of the same queues found, written by somebody else: a burst of
 * 32, a check takes 1, `fails` of the changes on their own and `conflicts` of the pairs.
 */
const FOUND = [
  {
    fails: 0.02,
    conflicts: 0.001,
    batch: 8.3,
    search: 7.8,
    chain2: null,
    chain4: null,
    oracle: 31,
  },
  {
    fails: 0.05,
    conflicts: 0.002,
    batch: 13.6,
    search: 12.4,
    chain2: 16.9,
    chain4: 9.4,
    oracle: 29.6,
  },
  {
    fails: 0.1,
    conflicts: 0.005,
    batch: 22.5,
    search: 21.9,
    chain2: 17.6,
    chain4: 10.6,
    oracle: 26.9,
  },
  {
    fails: 0.2,
    conflicts: 0.005,
    batch: 29.7,
    search: 31.5,
    chain2: 18.5,
    chain4: null,
    oracle: 24.1,
  },
  {
    fails: 0.3,
    conflicts: 0.01,
    batch: 38.1,
    search: 45.7,
    chain2: 19.9,
    chain4: null,
    oracle: 20.2,
  },
] as const;

describe('the model', () => {
  it.each(FOUND)('agrees with another one where $fails fail', (found) => {
    const { fails, conflicts } = found;
    const one = burst(fails, conflicts, 1, ['serial', 'batch-8', 'search-8']);
    expect(spanOf(one, 'serial')).toBe(32);
    within(spanOf(one, 'batch-8'), found.batch, 0.06);
    within(spanOf(one, 'search-8'), found.search, 0.06);
    within(one.everyCommitOracle.makespanMs, found.oracle, 0.03);
    expect(one.tipOracle.makespanMs).toBe(1);
    for (const [slots, span] of [
      [2, found.chain2],
      [4, found.chain4],
    ] as const)
      if (span !== null) {
        const chain = burst(fails, conflicts, slots, ['prefix-chain']);
        within(spanOf(chain, 'prefix-chain'), span, 0.03);
      }
  });

  it('knows the fewest checks that can tell which changes fail', () => {
    const bounds = [0.02, 0.05, 0.1, 0.2, 0.3].map((fails) => burst(fails, 0, 1, []).entropyBound);
    expect(bounds.map((bound) => Math.round(bound * 10) / 10)).toEqual([4.5, 9.2, 15, 23.1, 28.2]);
  });

  it('knows what the best nested plan needs, without a re-run before blame and with one', () => {
    const best = (fails: number, reds: 1 | 2): number => nestedOptimum(32, fails, reds);
    // By hand: both together; where that is red the first; where that is red the second.
    expect(nestedOptimum(2, 0.1, 1)).toBeCloseTo(1 + 0.19 + 0.1);
    expect(nestedOptimum(1, 0.1, 1)).toBe(1);
    expect(nestedOptimum(1, 0.1, 2)).toBeCloseTo(1.1);
    const bounds = [0.02, 0.05, 0.1, 0.2, 0.3].map((fails) => burst(fails, 0, 1, []).entropyBound);
    for (const [n, fails] of [0.02, 0.05, 0.1, 0.2, 0.3].entries()) {
      expect(best(fails, 1)).toBeGreaterThan(bounds[n] ?? 0);
      expect(best(fails, 1)).toBeLessThan((bounds[n] ?? 0) * 1.05);
      expect(best(fails, 2)).toBeGreaterThan(best(fails, 1));
    }
    expect(best(0.3, 2)).toBeCloseTo(31.72, 1);
  });

  it('has false ejections in a queue that believes one flake, as often as checks lie', () => {
    const point = replayPoint(
      {
        slots: 1,
        fails: 0.05,
        workload: (seed) => {
          const check = { median: 1, factor: 1 };
          const generator = { changes: 32, everyMs: null, fails: 0.05, conflicts: 0, check };
          return generate({ ...generator, predictor: null }, { ...STEADY, flaky: 0.03 }, seed);
        },
      },
      ['serial'],
      { first: 1, count: SEEDS },
    );
    within(point.rows[0]?.figures.falseEjections ?? 0, 32 * 0.95 * 0.03, 0.15);
  });
});
