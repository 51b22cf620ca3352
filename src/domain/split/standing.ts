import type { Comeback } from '../attempt/attempt.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { isOnTarget } from '../delivery/delivery.ts';
import type { DeliveryEvent } from '../delivery/events.ts';
import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';
import { attemptLabel } from '../ids.ts';
import type { RunEvent } from '../run/events.ts';
import { attemptState, deliveryState } from '../run/state.ts';
import type { RunState } from '../run/state.ts';
import { decideReturned } from '../task/decide.ts';
import { splitOf } from './maker.ts';

/** The delivery that a part lies on top of; null: on none. */
const firstOf = (run: RunState, { attempt }: Delivery): Delivery | null => {
  const onto = splitOf(attemptState(run, attempt))?.onto ?? null;
  return onto === null ? null : deliveryState(run, onto);
};

/** The first part while it is on its way to the target and not there; whatever lies on top waits for it. */
export const waitsForFirst = (run: RunState, delivery: Delivery): Delivery | null => {
  const first = firstOf(run, delivery);
  return first !== null && isOnItsWay(first) ? first : null;
};

const isOnItsWay = ({ phase }: Delivery): boolean => phase === 'queued' || phase === 'landing';

/** Landing it would bring along what nobody has approved. */
export const notBeforeFirst = (run: RunState, delivery: Delivery): Failure | null => {
  const first = firstOf(run, delivery);
  if (first === null || isOnTarget(first) || isOnItsWay(first)) return null;
  const label = labelOf(run, first);
  return failure(
    'needs-first',
    `${delivery.task} lies on top of ${label}, which is ${first.phase}`,
    {
      hint: `let that land first: fanin review approve ${first.task}`,
    },
  );
};

/**
 * What lies on top of a part that will not land as it is goes back: it would bring that along. Where the first part
 * only waits for a person again, so does what lies on top of it.
 */
export const partsWithoutFirst = (run: RunState, now: number): readonly RunEvent[] =>
  Object.values(run.deliveries).flatMap((delivery): readonly RunEvent[] => {
    if (!WAITS.has(delivery.phase)) return [];
    const first = firstOf(run, delivery);
    if (first === null) return [];
    if (GONE.has(first.phase)) return goesBack(run, delivery, first, now);
    if (delivery.phase !== 'queued' || isOnTarget(first) || isOnItsWay(first)) return [];
    const reason = `${labelOf(run, first)}, which it lies on top of, is ${first.phase}`;
    return [{ type: 'delivery.parked', at: now, delivery: delivery.id, reason }];
  });

const WAITS: ReadonlySet<Delivery['phase']> = new Set(['awaiting-review', 'parked', 'queued']);
const GONE: ReadonlySet<Delivery['phase']> = new Set([
  'returned',
  'rejected',
  'superseded',
  'unlanded',
]);

const goesBack = (
  run: RunState,
  delivery: Delivery,
  first: Delivery,
  now: number,
): readonly RunEvent[] => {
  const text = `it lies on top of ${labelOf(run, first)}, which was ${first.phase}`;
  const comeback: Comeback = {
    from: delivery.id,
    kind: 'review',
    text,
    commit: delivery.commit,
  };
  const event: DeliveryEvent = {
    type: 'delivery.returned',
    at: now,
    delivery: delivery.id,
    by: 'fanin',
    comeback,
  };
  return [event, ...decideReturned(run, event, now)];
};

const labelOf = (run: RunState, { task, attempt }: Delivery): string =>
  attemptLabel(task, attemptState(run, attempt).n);
