import { wallUsed } from '../run/state.ts';
import type { RunState } from '../run/state.ts';

/** Time left for agents at `now` in ms: the wall limit less the reserve less what is used; null without a limit. */
export const agentTimeLeft = (run: RunState, now: number): number | null => {
  const { wallMs, reserve } = run.plan.limits;
  return wallMs === null ? null : wallMs * (1 - reserve) - wallUsed(run, now);
};
