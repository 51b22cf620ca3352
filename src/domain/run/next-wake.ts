import { graceOf, makesWayUntil } from '../attempt/decide.ts';
import { reviewWindowMs } from '../governor/review-term.ts';
import { workEndsAt } from '../governor/work-time.ts';
import type { RunState } from './state.ts';

/** When the clock alone may change something next, in epoch ms; null when it can't. */
export const nextWake = (run: RunState): number | null => {
  if (run.phase === 'ended') return null;
  const times = Object.values(run.attempts).flatMap((attempt) => {
    if (attempt.phase === 'running')
      return [attempt.deadlineAt - graceOf(attempt, run.plan.graceMs), attempt.deadlineAt];
    if (attempt.phase !== 'wrapping-up') return [];
    return [attempt.deadlineAt, makesWayUntil(attempt, run.plan.graceMs) ?? attempt.deadlineAt];
  });
  const window = run.plan.review.by === 'human' ? [run.window.openedAt + reviewWindowMs(run)] : [];
  const work = run.phase === 'stopping' ? null : workEndsAt(run);
  const all = [...times, ...window, ...wallTimes(run), ...(work === null ? [] : [work])];
  return all.length === 0 ? null : Math.min(...all);
};

/** The wall limit, as long as wall time passes and the limit has not been reached. What agents have left is in their deadlines. */
const wallTimes = (run: RunState): readonly number[] => {
  const { usedMs, busySince } = run.wall;
  const { wallMs } = run.plan.limits;
  if (busySince === null || wallMs === null || usedMs >= wallMs || run.phase === 'stopping')
    return [];
  return [busySince + wallMs - usedMs];
};
