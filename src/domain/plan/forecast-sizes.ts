import type { PastAttempt } from './past-attempt.ts';
import type { Plan } from './plan.ts';
import { quantiles } from './quantiles.ts';
import { readmit } from './readmit.ts';
import type { Around } from './readmit.ts';
import { LEAST_ATTEMPTS, sampleKey, samplesFor } from './samples.ts';

/**
 * The plan with a size for every task that has none, where enough attempts of its agent and model have delivered
 * here: what half of them took at most. It goes into the run's start, so that the same log gives the same order.
 */
export const forecastSizes = (plan: Plan, past: readonly PastAttempt[], around: Around): Plan => {
  const samples = samplesFor(plan.tasks, past);
  const tasks = plan.tasks.map((task) => {
    const took = samples.get(sampleKey(task))?.tookMs ?? [];
    if (task.sizeMs !== null || took.length < LEAST_ATTEMPTS) return task;
    // In whole seconds, as people write sizes, and never nothing.
    const seconds = Math.max(1, Math.round(quantiles(took).p50 / 1000));
    return { ...task, sizeMs: seconds * 1000, sizeFrom: 'history' as const };
  });
  const changed = tasks.some((task, index) => task !== plan.tasks[index]);
  return changed ? readmit({ ...plan, tasks }, around) : plan;
};
