import { isBacklog } from '../delivery/delivery.ts';
import type { RunEvent } from '../run/events.ts';
import type { RunState } from '../run/state.ts';
import type { Term } from './term.ts';

/**
 * Review: live attempts + backlog ≤ the review limit, so that people are never handed more diffs
 * than they said they can take. Where checks review, only what is parked for a person counts.
 */
export const reviewTerm = (run: RunState): Term => {
  const backlog = Object.values(run.deliveries).filter(isBacklog).length;
  if (run.plan.review.by === 'checks') {
    const may = backlog >= run.reviewLimit ? 0 : Infinity;
    return {
      name: 'review',
      may,
      text:
        may === 0 ? `${backlog} parked for you (review limit ${run.reviewLimit})` : 'checks review',
      change: 'fanin review',
    };
  }
  const coming =
    Object.values(run.attempts).filter((attempt) => attempt.phase !== 'ended').length +
    Object.values(run.deliveries).filter((delivery) => delivery.phase === 'checking').length;
  return {
    name: 'review',
    may: run.reviewLimit - backlog - coming,
    text: `${backlog} waiting and ${coming} coming, of ${run.reviewLimit}`,
    change: 'fanin review, or fanin limit --review <n>',
  };
};

const HOUR_MS = 3_600_000;

/** How long a review window is: the shorter of an hour and a quarter of the wall limit. */
export const reviewWindowMs = (run: RunState): number =>
  run.plan.limits.wallMs === null ? HOUR_MS : Math.min(HOUR_MS, run.plan.limits.wallMs / 4);

/**
 * At the end of a window the limit falls by one when more came than was reviewed, and rises by one
 * when nothing waited at all; never below 1, never above what was configured.
 */
export const closeReviewWindow = (run: RunState, now: number): readonly RunEvent[] => {
  if (run.plan.review.by !== 'human' || now < run.window.openedAt + reviewWindowMs(run)) return [];
  const { arrivals, reviews, stayedEmpty } = run.window;
  const step = arrivals > reviews ? -1 : stayedEmpty ? 1 : 0;
  const limit = Math.min(run.reviewConfigured, Math.max(1, run.reviewLimit + step));
  const reason = `+${arrivals} −${reviews} in the window${stayedEmpty ? ', nothing waited' : ''}`;
  return [{ type: 'run.review-window-closed', at: now, limit, reason }];
};
