import { countedSize } from '../plan/size.ts';
import type { Task } from '../plan/plan.ts';
import type { RunState } from '../run/state.ts';
import { agentTimeLeft } from './time-left.ts';
import { workLeft } from './work-time.ts';

/** An attempt that takes this many times its expected time is unlikely to come to an end by itself. */
export const OVERRUN = 2.5;

/** No attempt is cut shorter than this for its size alone: beginning takes its time, however small the task. */
const SHORTEST = 5 * 60_000;

/**
 * How long an attempt at the task takes at most, in ms, where another is to fit behind it: `OVERRUN`
 * times its size. Null where nothing is to be cut: the task has a deadline of its own, or no size.
 */
export const cutTime = ({ sizeMs, deadlineMs, ownDeadline }: Task): number | null =>
  ownDeadline || sizeMs === null
    ? null
    : Math.min(deadlineMs, Math.max(SHORTEST, OVERRUN * sizeMs));

/** What a takeover should find, in ms: half of all work takes longer than its size says. */
export const takeoverRoom = (task: Task): number => 1.5 * countedSize(task);

/** Whether the attempt at the task that is under way, or would be next, is taken over when it fails. */
export const isFollowed = (run: RunState, { id }: Task): boolean => {
  const task = run.tasks[id];
  if (task === undefined) return false;
  return task.attempts + (task.phase === 'running' ? 0 : 1) <= run.plan.limits.retries;
};

/**
 * How long an attempt started at `now` may take, in ms: the task's deadline, or what is left of the
 * run before the reserve. Where time is limited, and the attempt would be taken over by another that
 * still fits behind it, no longer than its cut time: an agent that hangs or never comes to an end
 * must not use up the time of the one after it. The last attempt gets all there is.
 */
export const attemptTime = (run: RunState, task: Task, now: number): number => {
  const wall = agentTimeLeft(run, now);
  const work = workLeft(run, now, task.id);
  if (wall === null)
    return Math.round(Math.max(0, Math.min(task.deadlineMs, work ?? task.deadlineMs)));
  const left = Math.min(wall, work ?? Infinity);
  const cut = cutTime(task);
  const fits = cut !== null && isFollowed(run, task) && left >= cut + takeoverRoom(task);
  const time = fits ? cut : task.deadlineMs;
  return Math.round(Math.max(0, Math.min(time, left)));
};
