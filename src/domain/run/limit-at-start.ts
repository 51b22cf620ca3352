import { limitView } from '../governor/limit-view.ts';
import { limit } from '../governor/limit.ts';
import type { Plan } from '../plan/plan.ts';
import { evolve } from './evolve.ts';
import type { LimitView } from './views.ts';

/** The governor's word on a plan at the moment its run would start. */
export const limitAtStart = (plan: Plan): LimitView => {
  // Who may not run beside whom is no part of the limit, and deciding it again costs the most.
  const tasks = plan.tasks.map((task) => ({ ...task, writes: { globs: [] }, locks: [] }));
  const start = { type: 'run.started', run: '', at: 0, base: '', targetRef: '' } as const;
  return limitView(limit(evolve(null, { ...start, plan: { ...plan, tasks } }), 0));
};
