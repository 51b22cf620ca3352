import type { AttemptEvent } from '../attempt/events.ts';
import type { AttemptId } from '../ids.ts';
import type { Task } from '../plan/plan.ts';
import { countedSize } from '../plan/size.ts';
import type { Spent } from './spent.ts';
import type { RunState } from '../run/state.ts';
import { planTask } from '../run/state.ts';

/** What may be limited. */
export type Currency = 'tokens' | 'usd';

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
  let used = 0;
  let sized = 0;
  for (const [id, spent] of Object.entries(run.spent)) {
    const attempt = run.attempts[id];
    if (attempt?.phase !== 'ended') continue;
    used += spent[currency] ?? 0;
    sized += countedSize(planTask(run, attempt.task));
  }
  return sized === 0 || used === 0 ? null : (used / sized) * countedSize(task);
};

/** What the attempts that are alive are still expected to use, beyond what they have used. */
export const comingSpend = (run: RunState, currency: Currency): number =>
  Object.values(run.attempts)
    .filter(({ phase }) => phase !== 'ended')
    .reduce((sum, attempt) => {
      const expected = expectedSpend(run, planTask(run, attempt.task), currency) ?? 0;
      return sum + Math.max(0, expected - (run.spent[attempt.id]?.[currency] ?? 0));
    }, 0);
