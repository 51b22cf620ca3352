import { liveCount } from './live-count.ts';
import { cutTime, isFollowed, takeoverRoom } from './attempt-time.ts';
import { agentTimeLeft } from './time-left.ts';
import { countedSize } from '../plan/size.ts';
import type { RunEvent } from '../run/events.ts';
import type { RunState } from '../run/state.ts';
import type { Term } from './term.ts';

/** Attempts that may be alive at once before the first landing. */
export const FIRST_STEP = 1;

/**
 * The step of the ramp after an event: a clean landing doubles it, work that came back from
 * integration (a conflict, a red check) or off the target halves it, never below one. A reviewer's comment says
 * nothing about running side by side.
 */
export const rampAfter = (ramp: number, event: RunEvent): number => {
  if (event.type === 'delivery.landed') return Math.min(ramp * 2, MOST);
  const cameBack = event.type === 'delivery.returned' && event.comeback.kind !== 'review';
  if (cameBack || event.type === 'delivery.unlanded')
    return Math.max(FIRST_STEP, Math.floor(ramp / 2));
  return ramp;
};

/** Doubling for ever would leave the whole numbers. */
const MOST = 1024;

/**
 * Ramp: one attempt until the first landing (the pilot); concurrency is earned by landings. Where
 * waiting for that would leave tasks out at the deadline, the time that is left decides.
 */
export const rampTerm = (run: RunState, now: number): Term => {
  if (run.plan.concurrency === 'on')
    return {
      name: 'ramp',
      may: Infinity,
      text: 'concurrency is on, so nothing has to be earned',
      change: 'concurrency: auto in the plan',
    };
  const needed = neededAtOnce(run, now);
  const released = needed > run.ramp;
  const atOnce = Math.max(run.ramp, needed);
  const live = liveCount(run);
  return {
    name: 'ramp',
    may: atOnce - live,
    text: `${live} of ${atOnce} at once, ${released ? 'released by the deadline: fewer would leave tasks out' : rampText(run)}`,
    change: 'a clean landing doubles it; concurrency: on in the plan does without',
  };
};

const rampText = (run: RunState): string => {
  const landed = Object.values(run.deliveries).filter(({ phase }) => phase === 'landed').length;
  if (landed === 0) return 'the pilot: nothing has landed yet';
  return `${landed} landed`;
};

/**
 * How many must be alive at once so that every open task can start while there is still room for it
 * and, where one would be made, for a takeover; 0 without a wall limit. A slot that is free for its
 * room takes one task after the other, each for its size.
 */
const neededAtOnce = (run: RunState, now: number): number => {
  const left = agentTimeLeft(run, now);
  if (left === null || left <= 0) return 0;
  const open = run.plan.tasks.filter(({ id }) => {
    const phase = run.tasks[id]?.phase;
    return phase === 'ready' || phase === 'waiting' || phase === 'running';
  });
  const slots = open.reduce((sum, task) => {
    const size = countedSize(task);
    const needed = isFollowed(run, task) ? (cutTime(task) ?? size) + takeoverRoom(task) : size;
    return sum + 1 / (1 + Math.max(0, Math.floor((left - needed) / size)));
  }, 0);
  return Math.ceil(slots - ROUNDING);
};

/** Thirds that add up to a little more than one. */
const ROUNDING = 1e-9;
