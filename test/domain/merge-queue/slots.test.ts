import { describe, expect, it } from 'vitest';
import { slotsThatPay } from '../../../src/domain/merge-queue/slots.ts';

const took = (running: number, ms: number) => Array.from({ length: 3 }, () => ({ running, ms }));

describe('how many tests at once pay', () => {
  it('is one until there are figures, and then one more is tried', () => {
    expect(slotsThatPay([], 4)).toBe(1);
    expect(slotsThatPay(took(1, 10_000), 4)).toBe(2);
  });

  it('is two where two take hardly longer than one', () => {
    expect(slotsThatPay([...took(1, 10_000), ...took(2, 11_000)], 2)).toBe(2);
    expect(slotsThatPay([...took(1, 10_000), ...took(2, 11_000)], 4)).toBe(3);
  });

  it('stays one where the check uses all cores by itself', () => {
    expect(slotsThatPay([...took(1, 10_000), ...took(2, 20_000)], 4)).toBe(1);
  });

  it('takes known verdicts for no measurement', () => {
    expect(slotsThatPay(took(1, 3), 4)).toBe(1);
  });

  it('is never more than the machine is said to bear', () => {
    expect(slotsThatPay([...took(1, 10_000), ...took(2, 10_000)], 1)).toBe(1);
  });
});
