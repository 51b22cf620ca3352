import type { AwakeTime } from '../../domain/run/host-clock.ts';
import type { Clock } from '../../ports/clock.ts';

/** A time at which the host sleeps, in epoch ms. */
export interface HostSleep {
  readonly from: number;
  readonly to: number;
}

/**
 * The clock as an engine on this host has it. Its timers ring on a grid, so that its looks at inbox
 * and telemetry do not make up most of what is simulated; one that is due while the host sleeps
 * rings when it wakes.
 */
export const gridClock = (clock: Clock, gridMs: number, sleeps: readonly HostSleep[]): Clock => ({
  now: () => clock.now(),
  awake: () => awakeIn(clock, sleeps),
  schedule: (ms, wake) => {
    const due = Math.ceil((clock.now() + Math.max(0, ms)) / gridMs) * gridMs;
    const asleep = sleeps.find(({ from, to }) => due >= from && due < to);
    return clock.schedule((asleep?.to ?? due) - clock.now(), wake);
  },
});

/** The clock of whoever works on this host: time in which it sleeps does not count. */
export const awakeClock = (clock: Clock, sleeps: readonly HostSleep[]): Clock => ({
  now: () => clock.now(),
  awake: () => awakeIn(clock, sleeps),
  schedule: (ms, wake) =>
    clock.schedule(awakeEnd(clock.now(), Math.max(0, ms), sleeps) - clock.now(), wake),
});

/** Without the sleeps up to now. */
const awakeIn = (clock: Clock, sleeps: readonly HostSleep[]): AwakeTime => {
  const now = clock.now();
  const { ms, boot } = clock.awake();
  const slept = sleeps.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(now, to) - from),
    0,
  );
  return { ms: ms - slept, boot };
};

/** When `ms` of work that begin at `from` are done. */
const awakeEnd = (from: number, ms: number, sleeps: readonly HostSleep[]): number =>
  sleeps
    .toSorted((a, b) => a.from - b.from)
    .reduce((end, sleep) => {
      if (sleep.to <= from || sleep.from >= end) return end;
      return end + sleep.to - Math.max(from, sleep.from);
    }, from + ms);
