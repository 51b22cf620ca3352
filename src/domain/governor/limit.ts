import { budgetTerm } from './budget-term.ts';
import { liveCount } from './live-count.ts';
import { rampTerm } from './ramp-term.ts';
import { deadlineTerm } from './deadline-term.ts';
import { reviewTerm } from './review-term.ts';
import { slotsTerm } from './slots-term.ts';
import type { RunState } from '../run/state.ts';
import type { Term } from './term.ts';

/** How many attempts may start now, and which term says so. */
export interface Limit {
  readonly live: number;
  readonly may: number;
  readonly binding: Term;
  readonly terms: readonly Term[];
}

/** `min` over all terms; the first of the smallest binds. */
export const limit = (run: RunState, now: number): Limit => {
  const slots = slotsTerm(run);
  const terms: readonly Term[] = [
    slots,
    rampTerm(run, now),
    reviewTerm(run),
    budgetTerm(run, now),
    deadlineTerm(run, now),
  ];
  const binding = terms.reduce((least, term) => (term.may < least.may ? term : least), slots);
  return { live: liveCount(run), may: Math.max(0, binding.may), binding, terms };
};
