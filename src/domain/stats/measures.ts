import { weekOf } from '../trace/measures/summary.ts';
import type { AttemptRecord, Fate } from './attempt-record.ts';
import { perEach, sumOf, type Quantity } from './quantity.ts';

const HOUR_MS = 3_600_000;

/** One kind of expense: all of it, what of it was thrown away, and for each landed task. */
export interface Expense {
  readonly all: Quantity;
  readonly thrownAway: Quantity;
  /** Of what is decided, the part that was thrown away, from 0 to 1, by what is known; null: nothing is. */
  readonly share: number | null;
  /** All of it, also what was thrown away and what is open, for each landed task; null: none has landed, or nothing is known. */
  readonly perLanded: Quantity | null;
}

/** What runs came to. Everything of an attempt counts where the attempt ended. */
export interface RunStats {
  readonly runs: number;
  readonly attempts: number;
  readonly byFate: Readonly<Record<Fate, number>>;
  /** Tasks that are on the target. */
  readonly landed: number;
  readonly usd: Expense;
  readonly tokens: Expense;
  /** Agent time in ms. */
  readonly workMs: Expense;
  readonly review: {
    /** For how long deliveries waited for a person, until that was decided, in ms. */
    readonly ms: number;
    /** How many wait now. */
    readonly waiting: number;
    /** Null: nothing has waited. */
    readonly landedPerHour: number | null;
  };
  /** When the first and the last attempt ended, in epoch ms; null: there is none. */
  readonly from: number | null;
  readonly to: number | null;
}

/** What attempts can be put together by. */
export type StatsGrouping = 'week' | 'run' | 'agent';

/** The attempts together. */
export function statsOf(records: readonly AttemptRecord[]): RunStats {
  const landed = records.filter(({ landedTask }) => landedTask).length;
  const count = (fate: Fate): number => records.filter((each) => each.fate === fate).length;
  const ms = records.reduce((sum, { reviewMs }) => sum + reviewMs, 0);
  const ends = records.map(({ endedAt }) => endedAt);
  return {
    runs: new Set(records.map(({ run }) => run)).size,
    attempts: records.length,
    byFate: {
      landed: count('landed'),
      'thrown-away': count('thrown-away'),
      open: count('open'),
    },
    landed,
    usd: expenseOf(records, ({ usd }) => usd, landed),
    tokens: expenseOf(records, ({ tokens }) => tokens, landed),
    workMs: expenseOf(records, ({ workMs }) => workMs, landed),
    review: {
      ms,
      waiting: records.filter(({ waits }) => waits).length,
      landedPerHour: ms === 0 ? null : landed / (ms / HOUR_MS),
    },
    from: extreme(ends, (a, b) => a < b),
    to: extreme(ends, (a, b) => a > b),
  };
}

function expenseOf(
  records: readonly AttemptRecord[],
  of: (record: AttemptRecord) => Quantity,
  landed: number,
): Expense {
  const sum = (fate: Fate): Quantity =>
    sumOf(records.filter((each) => each.fate === fate).map((each) => of(each)));
  const all = sumOf(records.map((each) => of(each)));
  const thrownAway = sum('thrown-away');
  const decided = thrownAway.least + sum('landed').least;
  return {
    all,
    thrownAway,
    share: decided === 0 ? null : thrownAway.least / decided,
    perLanded: perEach(all, landed),
  };
}

const extreme = (
  values: readonly number[],
  isBetter: (a: number, b: number) => boolean,
): number | null =>
  values.reduce<number | null>(
    (best, each) => (best === null || isBetter(each, best) ? each : best),
    null,
  );

/** The attempts of each group together, in the order of the groups' names; runs and weeks are then in the order of time. */
export const statsBy = (
  records: readonly AttemptRecord[],
  by: StatsGrouping,
): readonly { readonly group: string; readonly stats: RunStats }[] =>
  [...Map.groupBy(records, (record) => groupOf(record, by))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, all]) => ({ group, stats: statsOf(all) }));

function groupOf({ run, agent, endedAt }: AttemptRecord, by: StatsGrouping): string {
  switch (by) {
    case 'week':
      return weekOf(endedAt);
    case 'run':
      return run;
    case 'agent':
      return agent;
  }
}
