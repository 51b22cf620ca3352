import type { AttemptEvent } from '../attempt/events.ts';
import type { AttemptId } from '../ids.ts';
import type { Task } from '../plan/plan.ts';
import { countedSize } from '../plan/size.ts';
import type { Spent } from './spent.ts';
import type { RunState } from '../run/state.ts';
import { remembered } from '../remembered.ts';
import { attemptState, planTask } from '../run/state.ts';

/** What may be limited. */
export type Currency = 'tokens' | 'usd';

export const CURRENCIES: readonly Currency[] = ['tokens', 'usd'];

/** So much of it, in words. */
export const amount = (currency: Currency, value: number): string =>
  currency === 'usd' ? `$${value.toFixed(2)}` : `${Math.round(value).toLocaleString('en')} tokens`;

/** What is known of a run's spending in one currency. */
export interface Spending {
  /** By all attempts, as far as it is known. */
  readonly total: number;
  /** Attempts that used something of which the price is not known. */
  readonly unknown: readonly AttemptId[];
}

/** The spending of an attempt as an event, when it is another than is known. */
export const decideSpent = (
  run: RunState,
  attempt: AttemptId,
  spent: Spent | null,
  now: number,
): readonly AttemptEvent[] => {
  const known = run.spent[attempt];
  if (spent === null || (known?.tokens === spent.tokens && known.usd === spent.usd)) return [];
  return [{ type: 'attempt.spent', at: now, attempt, tokens: spent.tokens, usd: spent.usd }];
};

/** The time an attempt has waited for a rate limit, when it is longer than is known. */
export const decideRateLimited = (
  run: RunState,
  attempt: AttemptId,
  ms: number,
  now: number,
): readonly AttemptEvent[] =>
  run.attempts[attempt] === undefined || ms <= (run.rateLimited[attempt] ?? 0)
    ? []
    : [{ type: 'attempt.rate-limited', at: now, attempt, ms }];

/** What a run has used up to now. */
export const spendingOf = (run: RunState, currency: Currency): Spending => {
  const all = Object.entries(run.spent);
  return {
    total: all.reduce((sum, [, spent]) => sum + (spent[currency] ?? 0), 0),
    unknown: all.flatMap(([id, spent]) => (spent[currency] === null ? [id] : [])),
  };
};

/**
 * What an attempt at the task is expected to use: as attempts of this run have used for each minute
 * of expected time. Null while none of them has ended that told what it used.
 */
export const expectedSpend = (run: RunState, task: Task, currency: Currency): number | null => {
  const rate = ratesOf(run)[currency];
  return rate === null ? null : rate * countedSize(task);
};

/** What ended attempts have used in a ms of expected time; null: nobody knows. */
const ratesOf = remembered((run: RunState): Readonly<Record<Currency, number | null>> => {
  const ended = Object.entries(run.spent).filter(([id]) => run.attempts[id]?.phase === 'ended');
  const sized = ended.reduce(
    (sum, [id]) => sum + countedSize(planTask(run, attemptState(run, id).task)),
    0,
  );
  const rate = (currency: Currency): number | null => {
    const used = ended.reduce((sum, [, spent]) => sum + (spent[currency] ?? 0), 0);
    return used === 0 ? null : used / sized;
  };
  return { tokens: rate('tokens'), usd: rate('usd') };
});

/** What the attempts that are alive are still expected to use, beyond what they have used. */
const comingSpend = (run: RunState, currency: Currency): number =>
  Object.values(run.attempts)
    .filter(({ phase }) => phase !== 'ended')
    .reduce((sum, attempt) => {
      const expected = expectedSpend(run, planTask(run, attempt.task), currency) ?? 0;
      return sum + Math.max(0, expected - (run.spent[attempt.id]?.[currency] ?? 0));
    }, 0);

/** What is left for new attempts: the limit less the reserve, what is used and what live attempts will use. Null without a limit. */
export const budgetLeft = (run: RunState, currency: Currency): number | null =>
  leftOf(run)[currency];

const leftOf = remembered((run: RunState): Readonly<Record<Currency, number | null>> => {
  const left = (currency: Currency): number | null => {
    const limit = run.plan.limits[currency];
    if (limit === null) return null;
    const { total } = spendingOf(run, currency);
    return limit * (1 - run.plan.limits.reserve) - total - comingSpend(run, currency);
  };
  return { tokens: left('tokens'), usd: left('usd') };
});

/** The currency of which the task's attempt is expected to use more than is left; null: none. */
export const unaffordable = (run: RunState, task: Task): Currency | null =>
  CURRENCIES.find((currency) => {
    const left = budgetLeft(run, currency);
    return left !== null && (expectedSpend(run, task, currency) ?? 0) > left;
  }) ?? null;
