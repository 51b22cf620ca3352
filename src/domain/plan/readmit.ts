import { admission } from './admission.ts';
import { exclusions } from './exclusions.ts';
import type { Plan } from './plan.ts';

/** What a plan is decided upon with, besides itself. */
export interface Around {
  /** Paths of the repository, for better witnesses; empty is fine. */
  readonly existing: readonly string[];
  readonly serialBelowMs: number;
}

/** The plan with serial or concurrent decided anew, since its tasks or sizes are others. */
export const readmit = (plan: Plan, { existing, serialBelowMs }: Around): Plan => {
  const { tasks, concurrency, limits } = plan;
  const decided = admission({
    tasks,
    concurrency,
    live: limits.live,
    serialBelowMs,
    excluded: exclusions(tasks, existing),
  });
  return { ...plan, admission: decided };
};
