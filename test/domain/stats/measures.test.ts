import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttemptRecord } from '../../../src/domain/stats/attempt-record.ts';
import {
  statsBy,
  statsOf,
  type Expense,
  type RunStats,
} from '../../../src/domain/stats/measures.ts';
import { atLeast, exactly, UNKNOWN } from '../../../src/domain/stats/quantity.ts';

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2026, 10, 30);

const record = (more: Partial<AttemptRecord> = {}): AttemptRecord => ({
  run: 'r1',
  task: 'core',
  attempt: 'r1-core-1',
  agent: 'claude',
  endedAt: MONDAY,
  fate: 'landed',
  landedTask: true,
  tokens: exactly(1000),
  usd: exactly(1),
  workMs: exactly(HOUR),
  reviewMs: HOUR / 2,
  waits: false,
  ...more,
});
const thrown = (more: Partial<AttemptRecord> = {}): AttemptRecord =>
  record({ fate: 'thrown-away', landedTask: false, ...more });

describe('what runs came to', () => {
  test('what was thrown away is paid by what landed', () => {
    const stats = statsOf([record(), record({ task: 'b', reviewMs: HOUR / 2 }), thrown()]);
    expect(stats).toMatchObject({
      runs: 1,
      attempts: 3,
      landed: 2,
      byFate: { landed: 2, 'thrown-away': 1, open: 0 },
      usd: { all: exactly(3), thrownAway: exactly(1), share: 1 / 3, perLanded: exactly(1.5) },
      tokens: { perLanded: exactly(1500) },
      workMs: { all: exactly(3 * HOUR) },
      review: { ms: 1.5 * HOUR, landedPerHour: 2 / 1.5, waiting: 0 },
    });
  });

  test('what is open is paid for, and no part of the share', () => {
    const open = record({ fate: 'open', landedTask: false, usd: exactly(6), waits: true });
    const { usd, review } = statsOf([record(), thrown(), open]);
    expect(usd).toMatchObject({ all: exactly(8), share: 0.5, perLanded: exactly(8) });
    expect(review.waiting).toBe(1);
  });

  test('what is not known is not 0', () => {
    const one = statsOf([record({ usd: UNKNOWN, tokens: atLeast(10) })]);
    expect(one.usd).toEqual({
      all: UNKNOWN,
      thrownAway: exactly(0),
      share: null,
      perLanded: null,
    });
    expect(one.tokens).toMatchObject({ all: atLeast(10), perLanded: atLeast(10), share: 0 });
    expect(statsOf([record(), record({ usd: UNKNOWN })]).usd).toMatchObject({
      all: atLeast(1),
      perLanded: atLeast(0.5),
    });
  });

  test('nothing has landed, nothing has waited, nothing was made', () => {
    expect(statsOf([thrown({ reviewMs: 0 })])).toMatchObject({
      usd: { share: 1, perLanded: null },
      review: { ms: 0, landedPerHour: null },
    });
    expect(statsOf([])).toMatchObject({
      attempts: 0,
      usd: { all: exactly(0), share: null, perLanded: null },
      from: null,
      to: null,
    });
  });
});

const quantity = fc.oneof(
  fc.nat(1000).map(exactly),
  fc.nat(1000).map(atLeast),
  fc.constant(UNKNOWN),
);
const anyRecord = fc
  .record({
    run: fc.constantFrom('r1', 'r2', 'r3'),
    agent: fc.constantFrom('claude', 'codex'),
    endedAt: fc.integer({ min: MONDAY - 60 * 24 * HOUR, max: MONDAY }),
    fate: fc.constantFrom('landed', 'thrown-away', 'open'),
    tokens: quantity,
    usd: quantity,
    workMs: quantity,
    reviewMs: fc.nat(10 * HOUR),
    waits: fc.boolean(),
  })
  .map((each) => record({ ...each, landedTask: each.fate === 'landed' }));
const anyRecords = fc.array(anyRecord, { maxLength: 30 });

test('shares lie between 0 and 1, whatever is known', () => {
  fc.assert(
    fc.property(anyRecords, (records) => {
      const { usd, tokens, workMs } = statsOf(records);
      for (const { share, all, thrownAway } of [usd, tokens, workMs]) {
        expect(share === null || (share >= 0 && share <= 1)).toBe(true);
        expect(thrownAway.least).toBeLessThanOrEqual(all.least);
      }
    }),
  );
});

test.each(['week', 'run', 'agent'] as const)('by %s, all groups together are the whole', (by) => {
  const sums = (stats: RunStats): readonly number[] => {
    const of = ({ all, thrownAway }: Expense) => [all.least, thrownAway.least];
    return [
      stats.attempts,
      stats.landed,
      ...Object.values(stats.byFate),
      stats.review.ms,
      stats.review.waiting,
      ...of(stats.usd),
      ...of(stats.tokens),
      ...of(stats.workMs),
    ];
  };
  fc.assert(
    fc.property(anyRecords, (records) => {
      const whole = statsOf(records);
      const groups = statsBy(records, by).map(({ stats }) => stats);
      const added = groups.reduce(
        (total, each) => sums(each).map((value, at) => value + (total[at] ?? 0)),
        sums(statsOf([])),
      );
      expect(added).toEqual(sums(whole));
      expect(groups.every(({ usd }) => usd.all.exact)).toBe(whole.usd.all.exact);
      expect(groups.every(({ attempts }) => attempts > 0)).toBe(true);
    }),
  );
});

test('a week begins on Monday, in UTC', () => {
  const ends = [MONDAY - 1, MONDAY, MONDAY + 7 * 24 * HOUR - 1];
  const groups = statsBy(
    ends.map((endedAt) => record({ endedAt })),
    'week',
  );
  expect(groups.map(({ group, stats }) => `${group} ${stats.attempts}`)).toEqual([
    '2026-11-23 1',
    '2026-11-30 2',
  ]);
});
