import { describe, expect, it } from 'vitest';
import { replayFiguresOf } from '../../../src/domain/replay/figures.ts';
import { generate } from '../../../src/domain/replay/generator.ts';
import type { ReplayOutcome } from '../../../src/domain/replay/outcome.ts';
import { pairedRatio } from '../../../src/domain/replay/paired.ts';
import { CLASSIC_POLICIES, policyNamed } from '../../../src/domain/replay/policies.ts';
import type { ReplayPolicy } from '../../../src/domain/replay/policies.ts';
import { replay } from '../../../src/domain/replay/replay.ts';
import { STEADY, traced, workloadOf } from './workloads.ts';

/** Replays of one change each, that took so long and so many checks. */
const outcomes = (times: readonly number[], checks = 1): readonly ReplayOutcome[] => {
  const { outcome } = traced(policyNamed('serial', 1), workloadOf('a'));
  return times.map((ms) => ({ ...outcome, turnaroundsMs: [ms], checks }));
};

describe('two policies on the same seeds', () => {
  const hard = Array.from({ length: 40 }, (_, seed) => 10 * (seed + 1));

  it('are told apart although the seeds differ by far more', () => {
    const slower = pairedRatio(outcomes(hard.map((ms) => ms * 1.02)), outcomes(hard), 'mean');
    expect(slower?.ratio).toBeCloseTo(1.02, 10);
    expect(slower?.low).toBeGreaterThan(1.019);
    expect(slower?.high).toBeLessThan(1.021);
  });

  it('are not told apart by what one seed did', () => {
    const odd = hard.map((ms, seed) => (seed === 7 ? ms + 100 : ms));
    const { ratio, low, high } = pairedRatio(outcomes(odd), outcomes(hard), 'mean') ?? {};
    expect(ratio).toBeGreaterThan(1);
    expect(low).toBe(1);
    expect(high).toBeGreaterThan(ratio ?? 0);
  });

  it('have the ratios of their figures', () => {
    const [a, b] = [outcomes(hard, 3), outcomes(hard.toReversed(), 2)];
    const [one, other] = [replayFiguresOf(a), replayFiguresOf(b)];
    expect(pairedRatio(a, b, 'checks')?.ratio).toBe(1.5);
    expect(pairedRatio(a, outcomes(hard.map((ms) => ms + 10)), 'p95')?.ratio).toBe(380 / 390);
    expect(one.turnaround?.p95Ms).toBe(380);
    expect(pairedRatio(a, b, 'p95')?.ratio).toBe(
      (one.turnaround?.p95Ms ?? 0) / (other.turnaround?.p95Ms ?? 1),
    );
  });

  it('have none where one of them landed nothing', () => {
    const none = outcomes(hard).map((outcome) => ({ ...outcome, turnaroundsMs: [] }));
    for (const compared of ['checks', 'mean', 'p95'] as const)
      for (const [one, other] of [[outcomes(hard), none] as const, [none, none] as const])
        expect(pairedRatio(one, other, compared)).toBeNull();
  });
});

/** Bursts of 32, as in scenarios/queue/burst.yaml and flaky.yaml. */
const played = (
  policy: ReplayPolicy,
  {
    fails,
    slots,
    flaky,
  }: { readonly fails: number; readonly slots: number; readonly flaky: number },
): readonly ReplayOutcome[] =>
  Array.from({ length: 24 }, (_, at) => {
    const check = { median: 1, factor: 1 };
    const conflicts = flaky === 0 ? 0 : 0.002;
    const generator = { changes: 32, everyMs: null, fails, conflicts, check, predictor: null };
    const workload = generate(generator, { ...STEADY, flaky }, at + 1);
    return replay(workload, policyNamed(policy, slots), { slots, seed: at + 1 });
  });

describe.each([0.02, 0.05, 0.1, 0.2, 0.3])('where %d of the changes fail', (fails) => {
  it.each([1, 2, 4])('fanin lands no later than the best classic queue, on %d slots', (slots) => {
    for (const flaky of [0, 0.03]) {
      const own = played('fanin', { fails, slots, flaky });
      const lows = CLASSIC_POLICIES.map((policy) => {
        const classic = played(policy, { fails, slots, flaky });
        return pairedRatio(own, classic, 'mean')?.low ?? Infinity;
      });
      expect(Math.max(...lows)).toBeLessThanOrEqual(1);
    }
  });
});
