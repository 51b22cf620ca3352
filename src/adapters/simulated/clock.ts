import type { Clock } from '../../ports/clock.ts';

/** Time that passes only when a test says so. */
export interface ManualClock {
  readonly clock: Clock;
  /** Goes to the next timer that is due and fires it; false when there is none. */
  step(): boolean;
  /** Lets `ms` pass, firing the timers on the way; promises get their turn after each. */
  pass(ms: number): Promise<void>;
  /** The time of day is `ms` later at once, and timers are as far off as before: the host has slept, or was set. */
  jump(ms: number): void;
}

interface Timer {
  at: number;
  readonly order: number;
  readonly wake: () => void;
}

/** A clock that stands at `start` (epoch ms). Timers fire in the order they are due, then in the order they were set. */
export const manualClock = (start: number): ManualClock => {
  let now = start;
  let jumped = 0;
  let count = 0;
  const timers = new Set<Timer>();
  const next = (): Timer | null =>
    [...timers].reduce<Timer | null>(
      (least, timer) => (least === null || before(timer, least) ? timer : least),
      null,
    );
  const fire = (timer: Timer): void => {
    timers.delete(timer);
    now = Math.max(now, timer.at);
    timer.wake();
  };
  return {
    clock: {
      now: () => now,
      awake: () => ({ ms: now - start - jumped, boot: 'simulated' }),
      schedule: (ms, wake) => {
        const timer: Timer = { at: now + Math.max(0, ms), order: (count += 1), wake };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
    step: () => {
      const timer = next();
      if (timer !== null) fire(timer);
      return timer !== null;
    },
    jump: (ms) => {
      now += ms;
      jumped += ms;
      for (const timer of timers) timer.at += ms;
    },
    pass: async (ms) => {
      const end = now + ms;
      await turn();
      for (let timer = next(); timer !== null && timer.at <= end; timer = next()) {
        fire(timer);
        await turn();
      }
      now = end;
    },
  };
};

const before = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Lets every promise that can settle do so. */
export const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
