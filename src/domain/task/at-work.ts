import type { AttemptId, TaskId } from '../ids.ts';
import type { RunState } from '../run/state.ts';
import { taskState } from '../run/state.ts';

/**
 * Whether the task still waits for this very attempt. What any other one comes to (its task was
 * dropped, taken over or landed meanwhile) is written down and kept, and moves the task no more.
 */
export const isAtWork = (run: RunState, attempt: AttemptId, task: TaskId): boolean => {
  const state = taskState(run, task);
  return state.phase === 'running' && state.attempt === attempt;
};
