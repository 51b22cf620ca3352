import type { Comeback } from '../attempt/attempt.ts';
import type { DeliveryEvent } from '../delivery/events.ts';
import type { DeliveryId } from '../ids.ts';
import { holdsBack } from '../conflicts/standing.ts';
import { decideQueue } from '../merge-queue/decide.ts';
import { withoutHeld } from '../merge-queue/hold-back.ts';
import type { QueueDecision } from '../merge-queue/decisions.ts';
import { slotsThatPay } from '../merge-queue/slots.ts';
import { waitsForFirst } from '../split/standing.ts';
import { decideReturned } from '../task/decide.ts';
import type { RunEvent } from './events.ts';
import { INTEGRATOR } from './run-queue.ts';
import type { RunState } from './state.ts';
import { deliveryState } from './state.ts';

/** What the merge queue wants next: groups to test, to land, to give back. The integrator is one owner. */
export const decideMergeQueue = (run: RunState, now: number): readonly RunEvent[] =>
  decideQueue(withoutHeld(run.mergeQueue.queue, heldBack(run)), testSlots(run)).flatMap(
    (decision) => eventsOf(run, decision, now),
  );

/** The earlier side of a conflict lands first, and so does the part that another lies on top of. */
const heldBack = (run: RunState): ReadonlySet<DeliveryId> =>
  new Set(
    Object.values(run.deliveries).flatMap((delivery) =>
      delivery.phase === 'queued' &&
      (holdsBack(run, delivery) !== null || waitsForFirst(run, delivery) !== null)
        ? [delivery.id]
        : [],
    ),
  );

/** How many groups may be tested at once. */
const testSlots = ({ plan, mergeQueue }: RunState): number =>
  plan.queue.slots === 'auto'
    ? slotsThatPay(mergeQueue.queue.measured, MOST_SLOTS)
    : plan.queue.slots;

/** More at once are not tried by themselves. */
const MOST_SLOTS = 4;

const eventsOf = (run: RunState, decision: QueueDecision, now: number): readonly RunEvent[] => {
  switch (decision.kind) {
    case 'return':
      return returned(run, decision, now);
    case 'park': {
      const reason = run.mergeQueue.said[decision.item] ?? 'it could not be tested';
      return [{ type: 'delivery.parked', at: now, delivery: decision.item, reason }];
    }
    case 'cancel':
      return [{ type: 'queue.cancel-asked', at: now, test: decision.test, why: decision.why }];
    case 'land':
      return [
        ...decision.members.map((delivery): RunEvent => ({
          type: 'delivery.landing-began',
          at: now,
          delivery,
        })),
        {
          type: 'queue.landing-began',
          at: now,
          test: decision.test,
          deliveries: decision.members,
        },
      ];
    case 'test': {
      const { test, members, assumed, rerun } = decision;
      return [{ type: 'queue.test-began', at: now, test, deliveries: members, assumed, rerun }];
    }
  }
};

const returned = (
  run: RunState,
  decision: Extract<QueueDecision, { kind: 'return' }>,
  now: number,
): readonly RunEvent[] => {
  const delivery = deliveryState(run, decision.item);
  const comeback: Comeback = {
    from: delivery.attempt,
    kind: decision.why,
    text: textOf(run, decision),
    commit: delivery.commit,
  };
  const event: DeliveryEvent = {
    type: 'delivery.returned',
    at: now,
    delivery: delivery.id,
    by: INTEGRATOR,
    comeback,
  };
  return [event, ...decideReturned(run, event, now)];
};

const textOf = (
  { mergeQueue, deliveries }: RunState,
  decision: Extract<QueueDecision, { kind: 'return' }>,
): string => {
  if (decision.why === 'conflict')
    return mergeQueue.said[decision.item] ?? 'conflicts with the target';
  const red = decision.test === null ? null : (mergeQueue.tested[decision.test]?.red ?? null);
  const nameOf = (id: DeliveryId): string => deliveries[id]?.task ?? id;
  const since =
    decision.with.length === 0 ? '' : ` and ${decision.with.map(nameOf).join(', ')} (landed since)`;
  return `merged with the target${since}, ${red ?? 'a check failed'}`;
};
