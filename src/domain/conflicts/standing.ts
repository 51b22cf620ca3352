import { isLive } from '../attempt/attempt.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { isBacklog, isUnderWay } from '../delivery/delivery.ts';
import type { AttemptId } from '../ids.ts';
import type { Plan } from '../plan/plan.ts';
import type { RunState } from '../run/state.ts';
import { attemptState, taskState } from '../run/state.ts';
import type { ConflictPolicy, LiveConflict } from './live-conflict.ts';

/** What the plan says; a plan of an older fanin says nothing. */
export const conflictPolicy = (plan: Plan): ConflictPolicy => plan.conflicts ?? 'warn';

/** True while its work is on its way: an agent is at it, or its delivery may still land. */
export const isOpen = (run: RunState, id: AttemptId): boolean => {
  const delivery = run.deliveries[id];
  return goesOnByItself(run, id) || (delivery !== undefined && isBacklog(delivery));
};

/** True while it comes to an end without a person: whoever waits for it waits for a while, and not for ever. */
const goesOnByItself = (run: RunState, id: AttemptId): boolean => {
  const attempt = run.attempts[id];
  const delivery = run.deliveries[id];
  return (
    (attempt !== undefined && isLive(attempt)) || (delivery !== undefined && isUnderWay(delivery))
  );
};

/** Whether `one` began before `other`. */
export const isEarlier = (run: RunState, one: AttemptId, other: AttemptId): boolean => {
  const [a, b] = [attemptState(run, one), attemptState(run, other)];
  return a.queuedAt < b.queuedAt || (a.queuedAt === b.queuedAt && one < other);
};

/** Conflicts that are still to be reckoned with. */
export const openConflicts = (run: RunState): readonly LiveConflict[] =>
  Object.values(run.conflicts).filter(
    ({ a, b }) => isOpen(run, a) && (b === null || isOpen(run, b) || isMadeAgain(run, b)),
  );

/** It has ended, and its task waits to be made again. */
const isMadeAgain = (run: RunState, id: AttemptId): boolean => {
  const attempt = run.attempts[id];
  if (attempt === undefined) return false;
  const task = taskState(run, attempt.task);
  return task.phase === 'ready' && task.attempts === attempt.n;
};

/**
 * What keeps a delivery from landing under `hold-later` and `stop-later`: the earlier side of a
 * conflict, as long as it goes on by itself. One that waits for a person is not waited for.
 */
export const holdsBack = (run: RunState, { id }: Pick<Delivery, 'id'>): LiveConflict | null =>
  conflictPolicy(run.plan) === 'warn'
    ? null
    : (openConflicts(run).find(({ a, b }) => b === id && goesOnByItself(run, a)) ?? null);

/** What keeps a task from being made again, by the same rule. */
export const holdsTaskBack = (run: RunState, task: string): LiveConflict | null => {
  const { phase, attempts } = taskState(run, task);
  if (phase !== 'ready' || attempts === 0 || conflictPolicy(run.plan) === 'warn') return null;
  const last = Object.values(run.attempts).find(
    (attempt) => attempt.task === task && attempt.n === attempts,
  );
  return last === undefined ? null : holdsBack(run, last);
};
