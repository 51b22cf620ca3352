import type { ModelPlan, Scenario } from './scenario.ts';

/** Who decides what runs when. The first and the last need no engine. */
export const POLICIES = [
  'wait-for-all',
  'serial',
  'fixed-2',
  'fixed-4',
  'fixed-8',
  'fanin',
  'oracle',
] as const;

export type Policy = (typeof POLICIES)[number];

/** Those that the real engine carries out. */
export type EnginePolicy = Exclude<Policy, 'wait-for-all' | 'oracle'>;

/**
 * The plan as a policy has it: `fanin` as it is written; `serial` one after the other; `fixed-n` up
 * to n at once (never more than the plan lets) and no limit on what waits for review.
 */
export const planFor = (scenario: Scenario, policy: EnginePolicy): ModelPlan => {
  const { plan } = scenario;
  const count = scenario.groups.reduce((sum, group) => sum + group.count, 0);
  const noReviewLimit = { ...plan.review, limit: Math.max(plan.review.limit, count) };
  const fixed = (n: number): ModelPlan => ({
    ...plan,
    concurrency: 'on',
    live: Math.min(plan.live, n),
    review: noReviewLimit,
  });
  switch (policy) {
    case 'fanin':
      return plan;
    case 'serial':
      return { ...plan, concurrency: 'off', review: noReviewLimit };
    case 'fixed-2':
      return fixed(2);
    case 'fixed-4':
      return fixed(4);
    case 'fixed-8':
      return fixed(8);
  }
};
