import type { Clock } from '../../ports/clock.ts';

/** The machine's clock. A scheduled wake keeps the process alive until it has come or is cancelled. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule: (ms, wake) => {
    const timer = setTimeout(wake, ms);
    return () => clearTimeout(timer);
  },
};
