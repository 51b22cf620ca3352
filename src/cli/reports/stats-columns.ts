import type { RunStats } from '../../domain/stats/measures.ts';
import { isUnknown, type Quantity } from '../../domain/stats/quantity.ts';
import type { Column, Value } from './trace-columns.ts';

/** A week, a run or an agent with its measures. */
export interface StatsGroup {
  readonly group: string;
  readonly stats: RunStats;
}

const least = (quantity: Quantity | null): Value =>
  quantity === null || isUnknown(quantity) ? null : quantity.least;

/** What is told of a group. Times are ms, shares from 0 to 1, money USD; `…_exact` false: it is more, or not known. */
export const STATS_COLUMNS: readonly Column<StatsGroup>[] = [
  ['group', ({ group }) => group],
  ['runs', ({ stats }) => stats.runs],
  ['attempts', ({ stats }) => stats.attempts],
  ['landed_tasks', ({ stats }) => stats.landed],
  ['attempts_landed', ({ stats }) => stats.byFate.landed],
  ['attempts_thrown_away', ({ stats }) => stats.byFate['thrown-away']],
  ['attempts_open', ({ stats }) => stats.byFate.open],
  ['usd', ({ stats }) => least(stats.usd.all)],
  ['usd_exact', ({ stats }) => stats.usd.all.exact],
  ['usd_per_landed', ({ stats }) => least(stats.usd.perLanded)],
  ['usd_thrown_away', ({ stats }) => least(stats.usd.thrownAway)],
  ['usd_thrown_share', ({ stats }) => stats.usd.share],
  ['tokens', ({ stats }) => least(stats.tokens.all)],
  ['tokens_exact', ({ stats }) => stats.tokens.all.exact],
  ['tokens_per_landed', ({ stats }) => least(stats.tokens.perLanded)],
  ['tokens_thrown_away', ({ stats }) => least(stats.tokens.thrownAway)],
  ['tokens_thrown_share', ({ stats }) => stats.tokens.share],
  ['work_ms', ({ stats }) => least(stats.workMs.all)],
  ['work_exact', ({ stats }) => stats.workMs.all.exact],
  ['work_ms_per_landed', ({ stats }) => least(stats.workMs.perLanded)],
  ['work_ms_thrown_away', ({ stats }) => least(stats.workMs.thrownAway)],
  ['work_thrown_share', ({ stats }) => stats.workMs.share],
  ['review_ms', ({ stats }) => stats.review.ms],
  ['landed_per_review_hour', ({ stats }) => stats.review.landedPerHour],
  ['waiting', ({ stats }) => stats.review.waiting],
];
