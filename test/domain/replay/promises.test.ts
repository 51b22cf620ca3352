import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policyNamed, REPLAY_POLICIES } from '../../../src/domain/replay/policies.ts';
import { replay } from '../../../src/domain/replay/replay.ts';
import type { Workload } from '../../../src/domain/replay/workload.ts';
import { everyCommitOracle, soundPart, tipOracle } from '../../../src/domain/replay/yardsticks.ts';
import { changeOf } from './workloads.ts';

const MOST = 14;

/** Workloads in which checks do not lie (`flaky` 0), or do. */
const workloads = (flaky: number): fc.Arbitrary<Workload> =>
  fc
    .record({
      changes: fc.array(
        fc.record({
          sound: fc.boolean(),
          arrivesMs: fc.integer({ min: 0, max: 6 }),
          checkMs: fc.integer({ min: 1, max: 3 }),
          risk: fc.option(fc.constantFrom(0.01, 0.1, 0.6)),
        }),
        { minLength: 1, maxLength: MOST },
      ),
      conflicts: fc.array(fc.tuple(fc.nat({ max: MOST - 1 }), fc.nat({ max: MOST - 1 })), {
        maxLength: 4,
      }),
      cancelMs: fc.constantFrom(0, 0.5),
      cores: fc.constantFrom(null, 1, 2),
    })
    .map(({ changes, conflicts, cancelMs, cores }) => ({
      changes: changes
        .toSorted((a, b) => a.arrivesMs - b.arrivesMs)
        .map((change, place) => changeOf(`c${place}`, change)),
      conflicts: conflicts.filter(
        ([one, other]) => one !== other && Math.max(one, other) < changes.length,
      ),
      checks: { flaky, cancelMs, cores, coresEach: 1 },
      fails: 0.5,
    }));

const slots = fc.integer({ min: 1, max: 4 });
const seeds = fc.nat({ max: 1000 });

describe.each(REPLAY_POLICIES)('%s', (name) => {
  it('lands every sound change and no bad one while checks do not lie', () => {
    fc.assert(
      fc.property(workloads(0), slots, (workload, count) => {
        const outcome = replay(workload, policyNamed(name, count), { slots: count, seed: 1 });
        expect(outcome).toMatchObject({ redTargets: 0, untestedTargets: 0, falseEjections: 0 });
        expect(outcome.turnaroundsMs.length + outcome.returned).toBe(workload.changes.length);
        expect(outcome.wastedMs).toBeLessThanOrEqual(outcome.busyMs);
      }),
      { numRuns: 300 },
    );
  });

  it('comes to an end, and never to a red target, when they do', () => {
    fc.assert(
      fc.property(workloads(0.2), slots, seeds, (workload, count, seed) => {
        const outcome = replay(workload, policyNamed(name, count), { slots: count, seed });
        expect(outcome).toMatchObject({ redTargets: 0, untestedTargets: 0 });
        expect(outcome.turnaroundsMs.length + outcome.returned).toBe(workload.changes.length);
      }),
      { numRuns: 200 },
    );
  });

  it('goes the same way for the same seed', () => {
    fc.assert(
      fc.property(workloads(0.2), slots, seeds, (workload, count, seed) => {
        const once = () => replay(workload, policyNamed(name, count), { slots: count, seed });
        expect(once()).toEqual(once());
      }),
      { numRuns: 20 },
    );
  });
});

describe.each(['serial', 'prefix-chain', 'fanin-every-commit'] as const)('%s', (name) => {
  it('has a check of every commit', () => {
    fc.assert(
      fc.property(workloads(0.1), slots, seeds, (workload, count, seed) => {
        const outcome = replay(workload, policyNamed(name, count), { slots: count, seed });
        expect(outcome.untestedCommits).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the oracles', () => {
  it('land all that is sound, and where all checks take as long never later than a serial queue', () => {
    fc.assert(
      fc.property(workloads(0), slots, (whole, count) => {
        const { changes, checks, ...sound } = soundPart(whole);
        const workload = {
          ...sound,
          changes: changes.map((change) => ({ ...change, checkMs: 1 })),
          checks: { ...checks, cores: null },
        };
        if (workload.changes.length === 0) return;
        const span = (policy: Parameters<typeof replay>[1]): number => {
          const outcome = replay(workload, policy, { slots: count, seed: 1 });
          expect(outcome).toMatchObject({ returned: 0, redTargets: 0, untestedTargets: 0 });
          return outcome.makespanMs;
        };
        const serial = span(policyNamed('serial', count));
        expect(span(everyCommitOracle(count))).toBeLessThanOrEqual(serial);
        expect(span(tipOracle)).toBeLessThanOrEqual(serial);
      }),
      { numRuns: 300 },
    );
  });
});
