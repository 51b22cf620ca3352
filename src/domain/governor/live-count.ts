import type { RunState } from '../run/state.ts';

/** Attempts that are alive. */
export const liveCount = (run: RunState): number =>
  Object.values(run.attempts).filter((attempt) => attempt.phase !== 'ended').length;
