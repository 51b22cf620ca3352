import type { TaskId } from '../ids.ts';
import type { Task } from '../plan/plan.ts';
import { remembered } from '../remembered.ts';
import { remainingChains } from '../plan/remaining-chain.ts';
import { countedSize } from '../plan/size.ts';
import type { RunState } from '../run/state.ts';
import { attemptState, taskState } from '../run/state.ts';
import { holdsTaskBack } from '../conflicts/standing.ts';
import { filesInConflict } from '../conflicts/files-text.ts';
import { fits } from './deadline-term.ts';
import { amount, expectedSpend, unaffordable } from './spending.ts';
import { heldBy } from './holds.ts';
import { isTooMuchWork } from './work-time.ts';
import type { HeldElsewhere } from './holds.ts';

/** What keeps a task from starting now, in words; null when nothing but a free slot is missing. */
export const obstacle = (
  run: RunState,
  task: Task,
  now: number,
  elsewhere: readonly HeldElsewhere[],
): string | null => {
  const state = taskState(run, task.id);
  if (state.phase === 'waiting') return `after ${missingNeeds(run, task).join(', ')}`;
  if (state.phase !== 'ready') return `it is ${state.phase}`;
  // What it needs may have been taken off the target again.
  const missing = missingNeeds(run, task);
  if (missing.length > 0) return `after ${missing.join(', ')}`;
  const holder = heldBy(run, task, elsewhere);
  if (holder !== null) return holder;
  const conflict = holdsTaskBack(run, task.id);
  if (conflict !== null)
    return `it does not merge with ${attemptState(run, conflict.a).task}, which lands first (${filesInConflict(conflict)})`;
  const currency = unaffordable(run, task);
  if (currency !== null)
    return `the ${amount(currency, expectedSpend(run, task, currency) ?? 0)} it is expected to use do not fit before the run's reserve`;
  if (isTooMuchWork(run, task, now))
    return "its expected agent time is more than what is left of limits.agent before the run's reserve";
  return fits(run, task, now) ? null : "its expected time does not fit before the run's reserve";
};

/** Needs that have not landed, with what became of them when they never will. */
export const missingNeeds = (run: RunState, task: Task): readonly string[] =>
  task.needs.flatMap((id) => {
    const { phase } = taskState(run, id);
    if (phase === 'landed') return [];
    return [
      phase === 'dropped' || phase === 'failed' || phase === 'parked' ? `${id} (${phase})` : id,
    ];
  });

/** The task to start next: the longest chain of work behind it first, then the longest, then the plan's order. */
export const nextTask = (
  run: RunState,
  now: number,
  elsewhere: readonly HeldElsewhere[],
): Task | null => {
  const open = inOrder(run.plan.tasks).filter(({ id }) => taskState(run, id).phase === 'ready');
  return open.find((task) => obstacle(run, task, now, elsewhere) === null) ?? null;
};

/** The longest chain first, then the longest; it follows from the plan alone. */
const inOrder = remembered((tasks: readonly Task[]): readonly Task[] => {
  const chains = remainingChains(tasks);
  const length = (id: TaskId): number => chains.get(id) ?? 0;
  return tasks.toSorted((a, b) => length(b.id) - length(a.id) || countedSize(b) - countedSize(a));
});
