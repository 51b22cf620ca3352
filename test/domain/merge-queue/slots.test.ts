import { describe, expect, it } from 'vitest';
import type { QueueEvent } from '../../../src/domain/merge-queue/events.ts';
import { evolveQueue } from '../../../src/domain/merge-queue/evolve.ts';
import { emptyQueue } from '../../../src/domain/merge-queue/queue.ts';
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

describe('what is measured', () => {
  it('is a test beside others, also where it was alone when it began', () => {
    const began = (test: string, member: string, at: number): QueueEvent => ({
      type: 'test-began',
      test,
      members: [member],
      assumed: 0,
      rerun: false,
      at,
    });
    const ended = (test: string, at: number): QueueEvent => ({
      type: 'test-ended',
      test,
      outcome: 'green',
      leftOut: [],
      at,
    });
    const item = (id: string) => ({ id, risk: 0.1, failedBefore: false });
    const events: readonly QueueEvent[] = [
      { type: 'arrived', item: item('a') },
      { type: 'arrived', item: item('b') },
      { type: 'arrived', item: item('c') },
      began('t1', 'a', 0),
      began('t2', 'b', 10),
      ended('t1', 2000),
      ended('t2', 2010),
      began('t3', 'c', 3000),
      ended('t3', 4000),
    ];
    expect(events.reduce(evolveQueue, emptyQueue()).measured).toEqual([
      { running: 2, ms: 2000 },
      { running: 2, ms: 2000 },
      { running: 1, ms: 1000 },
    ]);
  });
});
