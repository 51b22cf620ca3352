/** How long the host has been awake, by a clock that stands still while it sleeps. */
export interface AwakeTime {
  /** In ms; from anywhere, but the same for every process of one boot. */
  readonly ms: number;
  /** Changes with every boot. */
  readonly boot: string;
}

/** The host's clocks as they were read together. `at`: epoch ms. */
export interface ClockReading {
  readonly at: number;
  readonly awake: AwakeTime;
}

/** Less than this is no sleep, in ms: a busy host wakes its timers late. Supervisors hold it too. */
export const SLEPT_MS = 5_000;

/**
 * How much further the time of day has gone than the host was awake, in ms, since an earlier reading:
 * it slept, or its clock was set (below 0: back). 0 for too little to count, and after a boot, which no
 * agent outlives.
 */
export const sleptSince = (before: ClockReading | null, now: ClockReading): number => {
  if (before === null || before.awake.boot !== now.awake.boot) return 0;
  const slept = Math.round(now.at - before.at - (now.awake.ms - before.awake.ms));
  return Math.abs(slept) < SLEPT_MS ? 0 : slept;
};

/** As the agent is told. */
export const sleptText = (slept: number, leftMs: number): string => {
  const moved = `Your deadline has moved by as much: ${minutes(Math.max(0, leftMs))} are left.`;
  return slept > 0
    ? `This host was asleep for ${minutes(slept)}. ${moved}`
    : `The clock of this host was set back by ${minutes(-slept)}. ${moved}`;
};

const minutes = (ms: number): string => {
  const whole = Math.round(ms / 60_000);
  if (whole < 1) return `${Math.round(ms / 1000)} seconds`;
  return whole === 1 ? '1 minute' : `${whole} minutes`;
};
