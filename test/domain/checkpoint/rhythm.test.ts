import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LATEST_MS, nextLookIn, SOONEST_MS } from '../../../src/domain/checkpoint/rhythm.ts';

describe('the rhythm of checkpoints', () => {
  it('begins soon', () => {
    expect(nextLookIn(null)).toBe(SOONEST_MS);
  });

  it.each([
    ['cheap and busy: often', { costMs: 60, changed: 30, afterMs: 5_000 }, 5_000],
    ['some cost and busy: 4 % of the time', { costMs: 500, changed: 30, afterMs: 5_000 }, 12_500],
    ['some cost and calm: 2 %', { costMs: 500, changed: 2, afterMs: 5_000 }, 25_000],
    ['idle: a little later each time', { costMs: 60, changed: 0, afterMs: 5_000 }, 8_000],
    ['idle for long', { costMs: 60, changed: 0, afterMs: 110_000 }, 120_000],
    ['awake again: at once often', { costMs: 60, changed: 1, afterMs: 120_000 }, 5_000],
    ['very dear', { costMs: 60_000, changed: 1_000, afterMs: 5_000 }, 120_000],
  ])('%s', (_what, last, ms) => {
    expect(nextLookIn(last)).toBe(ms);
  });

  it('keeps its bounds, and is never sooner for a dearer or a calmer look', () => {
    const look = fc.record({
      costMs: fc.nat(200_000),
      changed: fc.nat(5_000),
      afterMs: fc.integer({ min: SOONEST_MS, max: LATEST_MS }),
    });
    fc.assert(
      fc.property(look, fc.nat(50_000), (last, more) => {
        const wait = nextLookIn(last);
        expect(wait).toBeGreaterThanOrEqual(SOONEST_MS);
        expect(wait).toBeLessThanOrEqual(LATEST_MS);
        expect(nextLookIn({ ...last, costMs: last.costMs + more })).toBeGreaterThanOrEqual(wait);
        expect(nextLookIn({ ...last, changed: last.changed + more })).toBeLessThanOrEqual(wait);
      }),
    );
  });
});
