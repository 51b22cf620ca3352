import type { RunState } from '../run/state.ts';
import type { Term } from './term.ts';

/** Slots: attempts alive at once, 1 when the plan was admitted as serial. */
export const slotsTerm = (run: RunState): Term => {
  const live = Object.values(run.attempts).filter((attempt) => attempt.phase !== 'ended').length;
  const serial = run.plan.admission.mode === 'serial';
  const slots = serial ? 1 : run.liveLimit;
  return {
    name: 'slots',
    may: slots - live,
    text: `${Math.max(0, slots - live)} of ${slots} free`,
    change: serial
      ? `the plan runs serially (${run.plan.admission.reason}); concurrency: on would give ${run.liveLimit}`
      : 'limits.live in the plan, or fanin limit <n>',
  };
};
