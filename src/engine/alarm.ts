import { nextWake } from '../domain/run/next-wake.ts';
import type { RunState } from '../domain/run/state.ts';
import type { Clock } from '../ports/clock.ts';

/** Longest time between two looks at the clock, in ms: a laptop's sleep is noticed by then. */
const LONGEST_NAP_MS = 30_000;

/** One alarm at a time, set to when the clock alone may change something next. */
export interface Alarm {
  set(run: RunState): void;
  cancel(): void;
}

/** An alarm that is not set. */
export const createAlarm = (clock: Clock, ring: () => void): Alarm => {
  let cancel = (): void => undefined;
  return {
    set: (run) => {
      cancel();
      const wake = nextWake(run);
      if (wake === null) return;
      cancel = clock.schedule(Math.min(LONGEST_NAP_MS, Math.max(0, wake - clock.now())), ring);
    },
    cancel: () => cancel(),
  };
};
