import type { Attempt } from './attempt.ts';
import { graceOf } from './decide.ts';
import type { AttemptEvent } from './events.ts';

/** What an attempt takes on the disk, and the most that it may. */
export interface DiskTaken {
  readonly bytes: number;
  readonly most: number;
}

/** So far above its limit, an attempt fills the disk faster than it could come to an end. */
const FAR_ABOVE = 1.5;

/**
 * An attempt that takes more than it may comes to its end as at its deadline: asked to wrap up, then stopped; at once
 * where it is far above. Nothing for one that is at its end already.
 */
export const decideDisk = (
  attempt: Attempt,
  { bytes, most }: DiskTaken,
  now: number,
  graceMs: number,
): readonly AttemptEvent[] => {
  if (attempt.phase !== 'running' && attempt.phase !== 'wrapping-up') return [];
  if (bytes <= most) return [];
  const isFar = bytes > most * FAR_ABOVE;
  if (attempt.phase === 'wrapping-up' && attempt.why === 'disk' && !isFar) return [];
  const stopAt = isFar ? now : Math.min(attempt.deadlineAt, now + graceOf(attempt, graceMs));
  return [{ type: 'attempt.disk-passed', at: now, attempt: attempt.id, bytes, most, stopAt }];
};

/** Times are in ms. */
const SOONEST_MS = 5_000;
const LATEST_MS = 60_000;
/** Counting takes at most this share of the time. */
const SHARE = 1 / 50;

/** How long until what an attempt takes is counted again; `costMs`: how long it took to count. */
export const nextCountIn = (costMs: number): number =>
  Math.round(Math.min(LATEST_MS, Math.max(SOONEST_MS, costMs / SHARE)));
