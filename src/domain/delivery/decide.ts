import type { Comeback } from '../attempt/attempt.ts';
import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';
import type { Review } from '../plan/plan.ts';
import type { Result } from '../result.ts';
import { err, ok } from '../result.ts';
import type { ChangeSize, Delivery, Landing, Verdict } from './delivery.ts';
import type { DeliveryEvent } from './events.ts';

/** What the checks of a delivery came to. */
export interface CheckSummary {
  readonly verdict: Verdict;
  readonly receipt: string;
  readonly blocking: readonly string[];
  /** For a red verdict: what failed, as the next agent must read it. */
  readonly red: string | null;
  readonly size?: ChangeSize;
}

/** After the checks: red goes back, green goes on, everything else needs a person. */
export const decideChecked = (
  delivery: Delivery,
  summary: CheckSummary,
  review: Review,
  now: number,
): readonly DeliveryEvent[] => {
  if (delivery.phase !== 'checking') return [];
  const { verdict, receipt, blocking } = summary;
  const checked: DeliveryEvent = {
    type: 'delivery.checked',
    at: now,
    delivery: delivery.id,
    verdict,
    receipt,
    blocking,
    ...(summary.size === undefined ? {} : { size: summary.size }),
  };
  if (verdict === 'red') {
    const text = summary.red ?? 'a check failed';
    return [checked, returned(delivery, 'checks', { kind: 'red', text }, now)];
  }
  if (review.by === 'human') return [checked];
  const doubt = doubts(verdict, blocking);
  return doubt === null
    ? [
        checked,
        {
          type: 'delivery.approved',
          at: now,
          delivery: delivery.id,
          tree: delivery.tree,
          by: 'checks',
        },
      ]
    : [checked, { type: 'delivery.parked', at: now, delivery: delivery.id, reason: doubt }];
};

/** After the checks of a delivery whose task was dropped meanwhile: it never lands. */
export const decideCheckedInVain = (
  delivery: Delivery,
  { verdict, receipt, blocking }: CheckSummary,
  now: number,
): readonly DeliveryEvent[] =>
  delivery.phase === 'checking'
    ? [
        { type: 'delivery.checked', at: now, delivery: delivery.id, verdict, receipt, blocking },
        {
          type: 'delivery.rejected',
          at: now,
          delivery: delivery.id,
          by: 'fanin',
          comment: 'its task was dropped',
        },
      ]
    : [];

/** A person lets it land. The approval names one tree; another tree is refused. */
export const decideApprove = (
  delivery: Delivery,
  tree: string,
  by: string,
  now: number,
): Result<readonly DeliveryEvent[], Failure> => {
  if (delivery.phase === 'queued' || delivery.phase === 'landing' || delivery.phase === 'landed')
    return ok([]);
  if (delivery.phase !== 'awaiting-review' && delivery.phase !== 'parked')
    return err(notReviewable(delivery, 'approved'));
  if (delivery.tree !== tree) return err(otherTree(delivery, tree));
  return ok([{ type: 'delivery.approved', at: now, delivery: delivery.id, tree, by }]);
};

/** A person sends it back to be made again. */
export const decideReturn = (
  delivery: Delivery,
  comment: string,
  by: string,
  now: number,
): Result<readonly DeliveryEvent[], Failure> =>
  delivery.phase === 'awaiting-review' || delivery.phase === 'parked' || delivery.phase === 'queued'
    ? ok([returned(delivery, by, { kind: 'review', text: comment }, now)])
    : err(notReviewable(delivery, 'returned'));

/** A person refuses it for good. */
export const decideReject = (
  delivery: Delivery,
  comment: string,
  by: string,
  now: number,
): Result<readonly DeliveryEvent[], Failure> =>
  delivery.phase === 'awaiting-review' || delivery.phase === 'parked'
    ? ok([{ type: 'delivery.rejected', at: now, delivery: delivery.id, by, comment }])
    : err(notReviewable(delivery, 'rejected'));

/** A person puts it aside; out of the merge queue too. */
export const decidePark = (
  delivery: Delivery,
  reason: string,
  now: number,
): Result<readonly DeliveryEvent[], Failure> =>
  delivery.phase === 'awaiting-review' || delivery.phase === 'queued'
    ? ok([{ type: 'delivery.parked', at: now, delivery: delivery.id, reason }])
    : err(notReviewable(delivery, 'parked'));

/** The integrator landed it. A second report of the same landing changes nothing. */
export const decideLanded = (
  delivery: Delivery,
  landing: Landing,
  now: number,
): readonly DeliveryEvent[] =>
  delivery.phase === 'landing'
    ? [{ type: 'delivery.landed', at: now, delivery: delivery.id, landing }]
    : [];

const doubts = (verdict: Verdict, blocking: readonly string[]): string | null => {
  if (verdict === 'unverified') return 'no check was run on it, so a person decides';
  return blocking.length === 0 ? null : blocking.join('; ');
};

const returned = (
  delivery: Delivery,
  by: string,
  why: Pick<Comeback, 'kind' | 'text'>,
  now: number,
): DeliveryEvent => ({
  type: 'delivery.returned',
  at: now,
  delivery: delivery.id,
  by,
  comeback: { from: delivery.attempt, kind: why.kind, text: why.text, commit: delivery.commit },
});

/** What a person looked at is not what is there now. */
export const otherTree = (delivery: Delivery, tree: string): Failure =>
  failure(
    'tree-changed',
    `${delivery.id} is now tree ${delivery.tree.slice(0, 7)}, not ${tree.slice(0, 7)} that was looked at`,
    { hint: 'look at it again: fanin review show' },
  );

/** Nobody decides about it any more, or not yet. */
export const notReviewable = (delivery: Delivery, what: string): Failure =>
  failure('not-reviewable', `${delivery.id} is ${delivery.phase}, so it can't be ${what}`, {
    hint: 'see what waits: fanin review',
  });
