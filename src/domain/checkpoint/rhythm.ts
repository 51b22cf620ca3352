/** Times are in ms. */
export const SOONEST_MS = 5_000;
export const LATEST_MS = 120_000;

/** Checkpoints take at most this share of the time of a busy agent, … */
const SHARE_BUSY = 1 / 25;
/** … and this one of an agent that changes little. */
const SHARE_CALM = 1 / 50;
/** From so many changed files on, an agent is busy. */
const BUSY_FILES = 10;
/** Each look that finds nothing new puts the next one off by this factor. */
const IDLE_FACTOR = 1.6;

/** How the last look at a workspace went. */
export interface LastLook {
  /** How long it took. */
  readonly costMs: number;
  /** Files that had changed since the one before. */
  readonly changed: number;
  /** How long after the one before it was due. */
  readonly afterMs: number;
}

/**
 * How long until the next look: soon where looking is cheap and much changes, seldom where it is
 * dear or nothing happens; never sooner than 5 s and never later than 2 min. `last` null: the first.
 */
export const nextLookIn = (last: LastLook | null): number => {
  if (last === null) return SOONEST_MS;
  const share = last.changed >= BUSY_FILES ? SHARE_BUSY : SHARE_CALM;
  const affordable = last.costMs / share;
  const wanted = last.changed === 0 ? last.afterMs * IDLE_FACTOR : SOONEST_MS;
  return Math.round(Math.min(LATEST_MS, Math.max(SOONEST_MS, affordable, wanted)));
};
