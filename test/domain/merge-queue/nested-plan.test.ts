import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nestedPlan } from '../../../src/domain/merge-queue/nested-plan.ts';

/** What following the plan costs on average, by going through every way the tests can come out. */
const costOf = (failing: readonly number[], suspects: number): number => {
  if (failing.length === 0) return 0;
  if (suspects === 1) return costOf(failing.slice(1), 0);
  const x = nestedPlan(failing, suspects);
  const good = chance(failing.slice(0, x));
  const all = suspects === 0 ? 0 : chance(failing.slice(0, suspects));
  const green = (good - all) / (1 - all);
  return (
    1 +
    green * costOf(failing.slice(x), suspects === 0 ? 0 : suspects - x) +
    (1 - green) * costOf(failing, x)
  );
};

const chance = (failing: readonly number[]): number =>
  failing.reduce((product, each) => product * (1 - each), 1);

const entropy = (p: number): number => -(p * Math.log2(p) + (1 - p) * Math.log2(1 - p));

describe('the nested plan', () => {
  it.each([0.02, 0.05, 0.1, 0.2, 0.3])('is within a tenth of the entropy bound at %d', (p) => {
    const items = Array.from({ length: 10 }, () => p);
    expect(costOf(items, 0)).toBeLessThan(Math.max(1.1 * 10 * entropy(p), 1 + 10 * entropy(p)));
  });

  it('never takes more tests than one for each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 0.9, noNaN: true }), { maxLength: 8 }),
        (ps) => {
          expect(costOf(ps, 0)).toBeLessThanOrEqual(ps.length + 1e-9);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('tests all at once where next to nothing fails, and each alone where most does', () => {
    expect(
      nestedPlan(
        Array.from({ length: 30 }, () => 0.001),
        0,
      ),
    ).toBe(30);
    expect(nestedPlan([0.6, 0.6, 0.6], 0)).toBe(1);
  });

  it('halves what is suspected, and leaves at least one out', () => {
    expect(
      nestedPlan(
        Array.from({ length: 8 }, () => 0.01),
        8,
      ),
    ).toBe(4);
    expect(nestedPlan([0.5, 0.5], 2)).toBe(1);
    expect(nestedPlan([0.5], 1)).toBe(1);
  });

  it('looks through suspects of any number', () => {
    expect(
      nestedPlan(
        Array.from({ length: 200 }, () => 0.01),
        200,
      ),
    ).toBeGreaterThan(50);
  });
});
