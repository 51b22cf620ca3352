/** How often records are looked at, at most. */
export const LOOK_MS = 2_000;

/** The share of the time that is spent on looking, at most. */
const SHARE = 0.05;

/**
 * When to look again after a look that took so long, in ms from its end. Sessions are read anew and not from where the last
 * reading ended, so a large one is read the more rarely the longer that takes.
 */
export const restAfter = (tookMs: number): number => Math.max(LOOK_MS, tookMs / SHARE - tookMs);
