/** Time before a look at the clock in which nobody looked after a run. Times in epoch ms. */
export interface Gap {
  readonly from: number;
  /** Until when an agent was at work in it, as far as anybody knows; `from`: nothing went on. */
  readonly workedUntil: number;
}

/** An engine with a limit of wall time to keep looks at the clock every half minute; a busy host makes it late. */
const LONGEST_BLINK_MS = 2 * 60_000;

/**
 * The gap between the last word of a run and a look at it: there was no engine, or its host slept.
 * `aliveUntil`: when an agent was last alive; null: nobody knows of any. Null where the time in which
 * nobody worked is too short to be one.
 */
export const gapBetween = (from: number, now: number, aliveUntil: number | null): Gap | null => {
  const workedUntil = Math.min(now, Math.max(from, aliveUntil ?? from));
  return now - workedUntil < LONGEST_BLINK_MS ? null : { from, workedUntil };
};
