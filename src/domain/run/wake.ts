import type { RunEvent } from './events.ts';
import { gapBetween } from './gap.ts';
import type { Gap } from './gap.ts';
import { sleptSince } from './host-clock.ts';
import type { RunState } from './state.ts';
import type { Surroundings } from './surroundings.ts';

type ClockRead = Extract<RunEvent, { type: 'run.clock-read' }>;

/** The clocks are read again before anything else happens: who slept with the host gets the time back. */
export const readClock = (run: RunState, { now, awake }: Surroundings): readonly ClockRead[] => {
  const slept = sleptSince(run.clock, { at: now, awake });
  if (run.clock?.awake.boot === awake.boot && slept === 0) return [];
  return [{ type: 'run.clock-read', at: now, awake, slept }];
};

/**
 * Time in which no agent worked and no engine looked is no wall time: whoever comes back finds the run
 * as it was left. It comes ahead of whatever ends the work, which would count it.
 */
export const decideWake = (
  run: RunState,
  gap: Gap | null,
  around: Surroundings,
): readonly RunEvent[] => {
  if (run.phase === 'ended') return [];
  const read = readClock(run, around);
  if (gap === null || run.wall.busySince === null) return read;
  // What the host is found to have slept is taken out by that already.
  const slept = read.reduce((sum, event) => sum + event.slept, 0);
  const rest = gapBetween(gap.from, around.now, gap.workedUntil + Math.max(0, slept));
  return rest === null ? read : [...read, { type: 'run.unattended', at: around.now, ...rest }];
};
