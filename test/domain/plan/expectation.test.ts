import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectation } from '../../../src/domain/plan/expectation.ts';
import type { Amount, ExpectationInput } from '../../../src/domain/plan/expectation.ts';
import type { PastAttempt } from '../../../src/domain/plan/past-attempt.ts';
import type { Task } from '../../../src/domain/plan/plan.ts';
import { quantiles } from '../../../src/domain/plan/quantiles.ts';
import { schedule } from '../../../src/domain/plan/schedule.ts';
import { MINUTE, taskOf } from '../../support/plans.ts';

const sized = (id: string, minutes: number | null, more: Partial<Task> = {}): Task =>
  taskOf(id, { sizeMs: minutes === null ? null : minutes * MINUTE, ...more });

const past = (minutes: number, more: Partial<PastAttempt> = {}): PastAttempt => ({
  agent: 'robot',
  model: null,
  sizeMs: 10 * MINUTE,
  tookMs: minutes * MINUTE,
  tokens: minutes * 1000,
  usd: minutes / 10,
  delivered: true,
  ...more,
});

const five = (minutes: number, more: Partial<PastAttempt> = {}): readonly PastAttempt[] =>
  Array.from({ length: 5 }, () => past(minutes, more));

const HANDS = { slots: 2, ramp: false, usableMs: null };
const expected = (
  tasks: readonly Task[],
  attempts: readonly PastAttempt[],
  more: Partial<ExpectationInput> = {},
) =>
  expectation({
    tasks,
    past: attempts,
    hands: HANDS,
    excluded: [],
    limits: { tokens: null, usd: null, reserve: 0 },
    ...more,
  });

const spread = (amount: Amount) => (amount.kind === 'known' ? amount.spread : amount.why);
const all = (value: number) => ({ p10: value, p50: value, p90: value });

describe('what a plan is expected to take', () => {
  it('is its sizes by what attempts took of theirs', () => {
    const found = expected([sized('a', 20), sized('b', 30)], five(15));
    expect(spread(found.time)).toEqual(all(45 * MINUTE));
    expect(found.timeLacks).toEqual([]);
    expect(spread(found.tokens)).toEqual(all(75_000));
    expect(spread(found.usd)).toEqual(all(7.5));
  });

  it('is what attempts took where there is no size', () => {
    const found = expected([sized('a', null)], five(15, { sizeMs: null }));
    expect(spread(found.time)).toEqual(all(15 * MINUTE));
    expect(spread(found.tokens)).toEqual(all(15_000));
  });

  it('is what attempts took where the size came from them', () => {
    const task = sized('a', 20, { sizeFrom: 'history' });
    const found = expected([task], [...five(30), ...five(30, { sizeMs: null })]);
    expect(spread(found.time)).toEqual(all(30 * MINUTE));
    expect(spread(found.tokens)).toEqual(all(30_000));
    expect(expected([task], []).timeLacks).toMatchObject([{ sized: false }]);
  });

  it('spreads as they did, and the plan with it', () => {
    const attempts = [5, 8, 10, 10, 12, 15, 30].map((minutes) => past(minutes));
    const { time, tokens } = expected([sized('a', 10), sized('b', 10), sized('c', 10)], attempts);
    const { p10, p50, p90 } = spread(time) as { p10: number; p50: number; p90: number };
    expect([p10 < p50, p50 < p90, p10 >= 10 * MINUTE, p90 <= 60 * MINUTE]).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(spread(tokens)).not.toEqual(all(30_000));
  });

  it.each<[string, readonly Task[], readonly PastAttempt[], object]>([
    ['too few attempts', [sized('a', 10)], five(10).slice(1), { attempts: 4, sized: true }],
    [
      'attempts that did not deliver',
      [sized('a', 10)],
      five(10, { delivered: false }),
      { attempts: 0 },
    ],
    ['attempts of another agent', [sized('a', 10)], five(10, { agent: 'kimi' }), { attempts: 0 }],
    ['attempts of another model', [sized('a', 10)], five(10, { model: 'm' }), { attempts: 0 }],
    [
      'attempts without a size',
      [sized('a', 10)],
      five(10, { sizeMs: null }),
      { attempts: 0, sized: true },
    ],
  ])('is not invented from %s', (_, tasks, attempts, lack) => {
    const { time, timeLacks } = expected(tasks, attempts);
    expect(time).toMatchObject({ kind: 'unknown', why: [{ tasks: ['a'], ...lack }] });
    expect(timeLacks).toMatchObject([lack]);
  });

  it('takes the size alone for tasks of which too little is known, and says so', () => {
    const kimi = { name: 'kimi', use: 'kimi', args: [], env: {} };
    const found = expected([sized('a', 10), sized('b', 40, { agent: kimi })], five(20));
    expect(spread(found.time)).toEqual(all(40 * MINUTE));
    expect(found.timeLacks).toMatchObject([{ agent: 'kimi', tasks: ['b'], attempts: 0 }]);
    expect(found.tokens).toMatchObject({ kind: 'unknown', why: [{ agent: 'kimi' }] });
  });

  it('never takes a price that nobody knows for nothing', () => {
    const found = expected([sized('a', 10)], [...five(10), past(10, { usd: null })]);
    expect(found.usd).toMatchObject({ kind: 'unknown', why: [{ unpriced: 1, attempts: 5 }] });
    expect(found.tokens.kind).toBe('known');
    const silent = expected([sized('a', 10)], five(10, { tokens: null, usd: null }));
    expect(silent.usd).toMatchObject({ kind: 'unknown', why: [{ unpriced: 0, attempts: 0 }] });
  });

  it('takes tokens by attempt where sizes are too few', () => {
    const found = expected([sized('a', 90)], five(10, { sizeMs: null }));
    expect(spread(found.tokens)).toEqual(all(10_000));
  });

  it('says how often it stays within the limits before the reserve', () => {
    const attempts = [10, 10, 10, 20, 20, 20].map((minutes) => past(minutes));
    const limits = { tokens: 20_000, usd: 10, reserve: 0.25 };
    const hands = { ...HANDS, usableMs: 15 * MINUTE };
    const found = expected([sized('a', 10)], attempts, { limits, hands });
    for (const amount of [found.time, found.tokens]) {
      if (amount.kind !== 'known' || amount.within === null) throw new Error('unknown');
      expect(amount.within).toBeGreaterThan(0.3);
      expect(amount.within).toBeLessThan(0.7);
    }
    expect(found.tokens).toMatchObject({ limit: 15_000 });
    expect(found.usd).toMatchObject({ limit: 7.5, within: 1 });
    expect(expected([sized('a', 10)], attempts).tokens).toMatchObject({
      limit: null,
      within: null,
    });
  });

  const attempts = fc.array(
    fc.record({
      agent: fc.constant('robot'),
      model: fc.constant(null),
      sizeMs: fc.option(fc.integer({ min: 1, max: 60 * MINUTE })),
      tookMs: fc.integer({ min: 1, max: 90 * MINUTE }),
      tokens: fc.option(fc.integer({ min: 0, max: 1e6 })),
      usd: fc.option(fc.integer({ min: 0, max: 50 })),
      delivered: fc.boolean(),
    }),
    { maxLength: 15 },
  );
  const plans = fc.array(fc.option(fc.integer({ min: 1, max: 60 })), {
    minLength: 1,
    maxLength: 6,
  });

  it('is the same for the same past, in order, and never less than its longest task could take', () => {
    fc.assert(
      fc.property(plans, attempts, (sizes, drawn) => {
        const tasks = sizes.map((size, index) => sized(`t${index}`, size));
        const found = expected(tasks, drawn);
        expect(expected(tasks, drawn)).toEqual(found);
        for (const amount of [found.time, found.tokens, found.usd]) {
          if (amount.kind === 'unknown') {
            expect(amount.why.length).toBeGreaterThan(0);
            continue;
          }
          expect(amount.spread.p10).toBeLessThanOrEqual(amount.spread.p50);
          expect(amount.spread.p50).toBeLessThanOrEqual(amount.spread.p90);
        }
        const unpriced = drawn.some(
          ({ delivered, tokens, usd }) => delivered && tokens !== null && usd === null,
        );
        if (unpriced) expect(found.usd.kind).toBe('unknown');
      }),
    );
  });

  it('is the schedule itself where every attempt took its size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }),
        (sizes) => {
          const tasks = sizes.map((size, index) =>
            sized(`t${index}`, size, { needs: index % 3 === 2 ? [`t${index - 1}`] : [] }),
          );
          const { makespanMs } = schedule(tasks, HANDS, [{ a: 't0', b: 't1' }]);
          const found = expected(tasks, five(10), { excluded: [{ a: 't0', b: 't1' }] });
          expect(spread(found.time)).toEqual(all(makespanMs));
        },
      ),
    );
  });
});

describe('quantiles', () => {
  it('are values of the list', () => {
    expect(quantiles([7])).toEqual(all(7));
    expect(quantiles([11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual({ p10: 2, p50: 6, p90: 10 });
  });
});
