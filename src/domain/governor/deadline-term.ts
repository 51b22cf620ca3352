import type { Task } from '../plan/plan.ts';
import type { RunState } from '../run/state.ts';
import { attemptTime, cutTime, isFollowed, OVERRUN } from './attempt-time.ts';
import type { Term } from './term.ts';
import { agentTimeLeft } from './time-left.ts';

/** When an attempt started at `now` must end. */
export const attemptDeadline = (run: RunState, task: Task, now: number): number =>
  now + attemptTime(run, task, now);

/** Whether the task's expected time still fits; a task without a size fits while any time is left. */
export const fits = (run: RunState, task: Task, now: number): boolean => {
  const left = agentTimeLeft(run, now);
  return left === null || left >= Math.max(1, Math.min(task.sizeMs ?? 1, task.deadlineMs));
};

/** Deadline: how many of the tasks that are not done would still fit if they started now. */
export const deadlineTerm = (run: RunState, now: number): Term => {
  const left = agentTimeLeft(run, now);
  if (left === null)
    return {
      name: 'deadline',
      may: Infinity,
      text: 'no wall limit',
      change: 'limits.wall in the plan',
    };
  const open = run.plan.tasks.filter(({ id }) => {
    const phase = run.tasks[id]?.phase;
    return phase === 'ready' || phase === 'waiting';
  });
  const may = open.filter((task) => fits(run, task, now)).length;
  const cut = open.some((task) => cutTime(task) !== null && isFollowed(run, task));
  return {
    name: 'deadline',
    may: open.length === 0 ? Infinity : may,
    text: `${may} of ${open.length} open tasks still fit, ${Math.max(0, Math.round(left / 60_000))}m before the reserve${cut ? `; an attempt gets ${OVERRUN} times its size where another still fits behind it` : ''}`,
    change: 'a longer limits.wall, or smaller tasks',
  };
};
