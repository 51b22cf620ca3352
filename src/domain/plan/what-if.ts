import { admission } from './admission.ts';
import type { Admission, Plan } from './plan.ts';
import { makespan } from './schedule.ts';
import type { Pair } from './schedule.ts';
import type { Planned } from './size.ts';

/** What decides, beside its tasks, how a plan runs. */
export interface PlanRules extends Pick<Plan, 'limits' | 'review' | 'concurrency'> {
  /** Agent time in ms below which a plan runs serially under `auto`. */
  readonly serialBelowMs: number;
}

/**
 * Attempts that can be alive at once, by the decision and the limits: where people review, what is live and
 * what waits for them share one limit.
 */
export const expectedSlots = (
  mode: Admission['mode'],
  { limits, review }: Pick<Plan, 'limits' | 'review'>,
): number => {
  if (mode === 'serial') return 1;
  return review.by === 'human' ? Math.min(limits.live, review.limit) : limits.live;
};

/** What a plan of these tasks would take under the same rules, in ms: serial or concurrent is decided anew. */
export const wouldTake = (
  tasks: readonly Planned[],
  excluded: readonly Pair[],
  rules: PlanRules,
): number => {
  const { concurrency, limits, serialBelowMs } = rules;
  const decided = admission({ tasks, concurrency, live: limits.live, serialBelowMs, excluded });
  return makespan(tasks, expectedSlots(decided.mode, rules), excluded);
};
