import { admission } from './admission.ts';
import type { Hands } from './placing.ts';
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

/** Agent time before the reserve, in ms; null: there is no wall limit. */
export const usableTime = ({ limits: { wallMs, reserve } }: Pick<Plan, 'limits'>): number | null =>
  wallMs === null ? null : wallMs * (1 - reserve);

/** How many are expected at once, as the governor would have it: the ramp is for `auto` (ADR 12). */
export const expectedHands = (
  mode: Admission['mode'],
  plan: Pick<Plan, 'limits' | 'review' | 'concurrency'>,
): Hands => ({
  slots: expectedSlots(mode, plan),
  ramp: plan.concurrency === 'auto',
  usableMs: usableTime(plan),
});

/** What a plan of these tasks would take under the same rules, in ms: serial or concurrent is decided anew. */
export const wouldTake = (
  tasks: readonly Planned[],
  excluded: readonly Pair[],
  rules: PlanRules,
): number => {
  const { concurrency, limits, serialBelowMs } = rules;
  const decided = admission({ tasks, concurrency, live: limits.live, serialBelowMs, excluded });
  return makespan(tasks, expectedHands(decided.mode, rules), excluded);
};
