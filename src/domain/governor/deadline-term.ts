import type { Task } from '../plan/plan.ts';
import { wallUsed } from '../run/state.ts';
import type { RunState } from '../run/state.ts';
import type { Term } from './term.ts';

/** Time left for agents at `now` in ms: the wall limit less the reserve less what is used; null without a limit. */
export const agentTimeLeft = (run: RunState, now: number): number | null => {
  const { wallMs, reserve } = run.plan.limits;
  return wallMs === null ? null : wallMs * (1 - reserve) - wallUsed(run, now);
};

/** When an attempt started at `now` must end: the earlier of its own deadline and the run's before the reserve. */
export const attemptDeadline = (run: RunState, task: Task, now: number): number => {
  const left = agentTimeLeft(run, now);
  return (
    now + Math.round(left === null ? task.deadlineMs : Math.max(0, Math.min(task.deadlineMs, left)))
  );
};

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
  return {
    name: 'deadline',
    may: open.length === 0 ? Infinity : may,
    text: `${may} of ${open.length} open tasks still fit, ${Math.max(0, Math.round(left / 60_000))}m before the reserve`,
    change: 'a longer limits.wall, or smaller tasks',
  };
};
