import { clash, clashText } from '../plan/clash.ts';
import type { Claimed, Clash } from '../plan/clash.ts';
import type { AttemptId, TaskId } from '../ids.ts';
import { ancestors } from '../plan/graph.ts';
import { hasAgent } from '../plan/nobody.ts';
import type { Task } from '../plan/plan.ts';
import { remembered } from '../remembered.ts';
import { isLive } from '../attempt/attempt.ts';
import type { Attempt } from '../attempt/attempt.ts';
import { known, taskState } from '../run/state.ts';
import type { RunState } from '../run/state.ts';
import { holdsScope } from '../task/task-state.ts';

/** A scope held by a task of another run, as its projection tells. `label` is what people see. */
export interface HeldElsewhere extends Claimed {
  readonly label: string;
}

/** Why `task` may not start although its turn has come: the first holder that clashes with it, in words; null when nobody does. */
export const heldBy = (
  run: RunState,
  task: Task,
  elsewhere: readonly HeldElsewhere[],
): string | null => {
  const clashes = known(run.clashes, task.id) ?? {};
  for (const other of holdersOf(run)) {
    const found = other === task.id || waitsFor(run, other, task.id) ? null : known(clashes, other);
    if (found !== null) return clashText(found, other);
  }
  const holder = holderElsewhere(task, elsewhere);
  return holder === null ? null : clashText(holder.clash, holder.label);
};

/**
 * Whether `other` cannot go on before `id` has landed: after an undo both have work that could come back,
 * and each would wait for the other. While its agent is at work, it holds all the same.
 */
const waitsFor = (run: RunState, other: TaskId, id: TaskId): boolean =>
  needed(run.plan.tasks).get(other)?.has(id) === true &&
  !Object.values(run.attempts).some((attempt) => attempt.task === other && isLive(attempt));

/** Follows from the plan alone. */
const needed = remembered((tasks: readonly Task[]) => ancestors(tasks));

/** The first task of another run that clashes with `task`, and how. */
export const holderElsewhere = (
  task: Task,
  elsewhere: readonly HeldElsewhere[],
): { readonly label: string; readonly clash: Clash } | null => {
  for (const other of elsewhere) {
    // By its label: a task of another run may have the same id as one of this run.
    const found = clash(task, { ...other, id: other.label });
    if (found !== null) return { label: other.label, clash: found };
  }
  return null;
};

/**
 * Whether a task holds its scope and locks. The agent of a dropped task may still be at work: it
 * lets go once its attempt has ended. A task that waits for another attempt holds only for work
 * that could come back: what failed without leaving any, was rejected or undone, lets go. What was collected
 * holds nothing: fanin cannot tell whoever made it what others hold.
 */
export const holds = (run: RunState, task: Task): boolean => holdersOf(run).has(task.id);

/** The tasks that hold their scope and locks, in the order of the plan. */
const holdersOf = remembered((run: RunState): ReadonlySet<TaskId> => {
  const attempts = Map.groupBy(Object.values(run.attempts), ({ task }) => task);
  const holders = run.plan.tasks.filter(
    (task) => hasAgent(task) && isHeld(run, task.id, attempts.get(task.id) ?? []),
  );
  return new Set(holders.map(({ id }) => id));
});

const isHeld = (run: RunState, id: TaskId, attempts: readonly Attempt[]): boolean => {
  if (attempts.some(isLive)) return true;
  const state = taskState(run, id);
  if (!holdsScope(state)) return false;
  if (state.phase === 'running' || state.phase === 'delivered') return true;
  return state.phase === 'parked' ? !letGo(run, state.attempt) : workLeft(run, attempts);
};

/** What was rejected, or has landed and was undone, holds nothing: somebody else may have taken its scope since. */
const letGo = (run: RunState, id: AttemptId): boolean => {
  const phase = run.deliveries[id]?.phase;
  return phase === 'rejected' || phase === 'unlanded';
};

/** Whether any attempt since the last that let go has left work, or may have: a harvest that failed is looked at by a person. */
const workLeft = (run: RunState, attempts: readonly Attempt[]): boolean => {
  const last = attempts.findLastIndex(({ id }) => letGo(run, id));
  return attempts.slice(last + 1).some(
    (attempt) =>
      attempt.phase === 'ended' &&
      // Two could each wait for the other, had what was collected before its task had an agent, or what was split off, a hold.
      attempt.collected === undefined &&
      attempt.split === undefined &&
      ((attempt.harvest?.commit ?? null) !== null ||
        (attempt.failure !== null && attempt.startedAt !== null)),
  );
};
