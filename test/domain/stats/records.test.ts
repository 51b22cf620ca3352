import { describe, expect, test } from 'vitest';
import type { CollectedFrom } from '../../../src/domain/collect/collected-from.ts';
import type { AttemptView } from '../../../src/domain/run/views.ts';
import { fatesOf } from '../../../src/domain/stats/fate.ts';
import { atLeast, exactly, NOTHING, UNKNOWN } from '../../../src/domain/stats/quantity.ts';
import { reviewTimes } from '../../../src/domain/stats/review-time.ts';
import { spentOf } from '../../../src/domain/stats/spent-of.ts';
import { attempt, delivery, MINUTE, receipt, task } from '../../cli/sample-model.ts';

const view = (more: Partial<AttemptView> = {}): AttemptView => attempt('core', more);

/** What became of `core`'s attempt. */
function fateOf(phase: string | null, more: Partial<AttemptView> = {}, taskPhase = 'delivered') {
  const books = {
    run: 'r1',
    tasks: new Map([['core', task('core', taskPhase)]]),
    attempts: new Map([['r1-core-1', view(more)]]),
    deliveries: new Map(phase === null ? [] : [['r1-core-1', delivery('core', phase)]]),
  };
  return fatesOf(books).get('r1-core-1');
}

describe('what became of an attempt', () => {
  test.each([
    ['landed', 'landed'],
    ['unlanding', 'landed'],
    ['unlanded', 'thrown-away'],
    ['returned', 'thrown-away'],
    ['rejected', 'thrown-away'],
    ['superseded', 'thrown-away'],
    ['checking', 'open'],
    ['awaiting-review', 'open'],
    ['parked', 'open'],
    ['queued', 'open'],
    ['landing', 'open'],
  ])('a delivery that is %s: %s', (phase, fate) => {
    expect(fateOf(phase)).toBe(fate);
  });

  test('the delivery of a dropped task will not land', () => {
    expect(fateOf('parked', {}, 'dropped')).toBe('thrown-away');
    expect(fateOf('landed', {}, 'dropped')).toBe('landed');
  });

  test('without a delivery it is thrown away, once it has ended', () => {
    for (const outcome of ['salvaged', 'empty', 'failed', 'cancelled'])
      expect(fateOf(null, { outcome })).toBe('thrown-away');
    expect(fateOf(null, { outcome: 'delivered' })).toBe('open');
    expect(fateOf(null, { outcome: null, phase: 'running' })).toBe('open');
  });

  test('what a person took apart is where its parts are', () => {
    const split = { task: 'core', n: 1, paths: ['a/**'], taken: true, onto: null };
    const fates = (phases: readonly string[]) =>
      fatesOf({
        run: 'r1',
        tasks: new Map(),
        attempts: new Map([
          ['r1-core-1', view()],
          ...phases.map((_, at): [string, AttemptView] => [`r1-p${at}-1`, view({ split })]),
        ]),
        deliveries: new Map([
          ['r1-core-1', delivery('core', 'superseded')],
          ...phases.map((phase, at): [string, ReturnType<typeof delivery>] => [
            `r1-p${at}-1`,
            delivery(`p${at}`, phase),
          ]),
        ]),
      }).get('r1-core-1');
    expect(fates(['rejected', 'landed'])).toBe('landed');
    expect(fates(['rejected', 'parked'])).toBe('open');
    expect(fates(['rejected', 'returned'])).toBe('thrown-away');
    expect(fates([])).toBe('thrown-away');
  });
});

describe('review time', () => {
  const at = (minute: number, type: string, id = 'd') => ({
    delivery: id,
    type: `delivery.${type}`,
    at: minute * MINUTE,
  });

  test('counts from a check or a parking to what is decided next', () => {
    const times = reviewTimes([
      at(0, 'offered'),
      at(1, 'offered', 'e'),
      at(2, 'checked'),
      at(3, 'checked', 'e'),
      at(3, 'approved', 'e'),
      at(12, 'approved'),
      at(20, 'parked'),
      at(25, 'approved'),
      at(26, 'landing-began'),
      at(27, 'landed'),
      at(60, 'undo-asked'),
    ]);
    expect(times.get('d')).toEqual({ ms: 15 * MINUTE, waits: false });
    expect(times.get('e')).toEqual({ ms: 0, waits: false });
  });

  test('what waits still has waited for no time yet', () => {
    expect(reviewTimes([at(0, 'checked'), at(5, 'parked')]).get('d')).toEqual({
      ms: 5 * MINUTE,
      waits: true,
    });
  });

  test('a clock that goes back takes no time away', () => {
    expect(reviewTimes([at(9, 'checked'), at(5, 'approved')]).get('d')?.ms).toBe(0);
  });
});

describe('what an attempt used', () => {
  const told = { tokens: 700, usd: 0.7 };

  test('is what its receipt says', () => {
    const of = spentOf({ view: view(), receipt: receipt('core'), told });
    expect(of.tokens.exact).toBe(true);
    expect(of.tokens.least).toBeGreaterThan(700);
    expect(of.usd).toEqual(exactly(1.22));
  });

  test('is the last word of one that has none; of one that was broken off the least', () => {
    expect(spentOf({ view: view(), receipt: null, told })).toEqual({
      tokens: exactly(700),
      usd: exactly(0.7),
      workMs: exactly(9 * MINUTE),
    });
    const salvaged = view({ outcome: 'salvaged', rateLimitedMs: MINUTE, peopleMs: 2 * MINUTE });
    expect(spentOf({ view: salvaged, receipt: null, told })).toEqual({
      tokens: atLeast(700),
      usd: atLeast(0.7),
      workMs: exactly(6 * MINUTE),
    });
    const quiet = receipt('core', 1, { cost: { measured: false, why: 'a model without a price' } });
    expect(spentOf({ view: view(), receipt: quiet, told }).usd).toEqual(atLeast(0.7));
  });

  test('is unknown where nothing tells, and nothing where no agent was started', () => {
    expect(spentOf({ view: view(), receipt: null, told: null })).toMatchObject({
      tokens: UNKNOWN,
      usd: UNKNOWN,
    });
    const never = view({ startedAt: null, outcome: 'failed' });
    expect(spentOf({ view: never, receipt: null, told: null }).usd).toEqual(NOTHING);
  });

  test('of collected work is unknown, and of a part nothing: the whole has it', () => {
    const collected: CollectedFrom = { branch: 'x', worktree: null, head: 'a', uncommitted: 0 };
    expect(spentOf({ view: view({ collected }), receipt: null, told: null }).workMs).toEqual(
      UNKNOWN,
    );
    const split = { task: 'x', n: 1, paths: [], taken: true, onto: null };
    expect(spentOf({ view: view({ split, collected }), receipt: null, told }).tokens).toEqual(
      NOTHING,
    );
  });
});
