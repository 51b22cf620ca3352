import type { ModelReviewer, Scenario } from './scenario.ts';

/** A reviewer as a queue of one: what comes is dealt with in the order it comes. */
export interface Desk {
  /** When something that comes at `at` (ms from the start) has been dealt with. Calls must come in the order of time. */
  through(at: number): number;
}

/** A desk at which everything takes its median time and nothing has to be noticed first: nobody is faster. */
export const quickDesk = ({ reviewer, plan }: Scenario): Desk => {
  if (plan.review.by === 'checks') return { through: (at) => at };
  if (reviewer === null) return { through: () => Infinity };
  let free = 0;
  return {
    through: (at) => {
      free = present(reviewer, Math.max(free, at)) + reviewer.takes.median;
      return free;
    },
  };
};

/** The first time from `at` on at which the reviewer is there. */
export const present = ({ away }: ModelReviewer, at: number): number =>
  away.reduce((time, { fromMs, toMs }) => (time >= fromMs && time < toMs ? toMs : time), at);
