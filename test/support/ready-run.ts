import type { Plan } from '../../src/domain/plan/plan.ts';
import { evolve } from '../../src/domain/run/evolve.ts';
import type { RunState } from '../../src/domain/run/state.ts';
import { BASE, RUN, START } from './run-driver.ts';
import type { RunDriver } from './run-driver.ts';

/** The tasks of the attempts that were made so far. */
export const attempts = (run: RunDriver): readonly string[] =>
  Object.values(run.state.attempts).map(({ task }) => task);

/** A run in which every task is ready and nothing has been started. */
export const readyRun = (plan: Plan): RunState => {
  const started = evolve(null, {
    type: 'run.started',
    run: RUN,
    at: START,
    plan,
    base: BASE,
    targetRef: 't',
  });
  return plan.tasks.reduce<RunState>(
    (run, { id }) => evolve(run, { type: 'task.readied', at: START, task: id }),
    started,
  );
};
