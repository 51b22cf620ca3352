import { riskOf } from '../delivery/risk.ts';
import type { DeliveryId } from '../ids.ts';
import { evolveQueue } from '../merge-queue/evolve.ts';
import type { QueueEvent } from '../merge-queue/events.ts';
import { emptyQueue } from '../merge-queue/queue.ts';
import type { NewItem, QueueMode } from '../merge-queue/queue.ts';
import type { RunEvent } from './events.ts';
import type { RunQueue } from './queue-state.ts';
import type { RunState } from './state.ts';
import { attemptState, deliveryState } from './state.ts';

/** The queue of a run in which nothing was approved yet. */
export const freshRunQueue = (mode: QueueMode): RunQueue => ({
  queue: emptyQueue(mode),
  tested: {},
  said: {},
});

/** The merge queue after an event of its run; `run` is the run after it in everything else. */
export const evolveRunQueue = (run: RunState, event: RunEvent): RunQueue => {
  const before = run.mergeQueue;
  const told = toldBy(run, event);
  if (told === null) return before;
  const queue = evolveQueue(before.queue, told);
  return queue === before.queue && event.type !== 'queue.test-ended'
    ? before
    : withoutWhatNobodyNeeds({ ...before, ...noted(before, event), queue });
};

/** What an event of the run is to the queue, if anything. */
const toldBy = (run: RunState, event: RunEvent): QueueEvent | null => {
  switch (event.type) {
    case 'delivery.approved':
      return { type: 'arrived', item: itemOf(run, event.delivery) };
    case 'delivery.parked':
      return { type: 'left', item: event.delivery, why: 'parked' };
    case 'delivery.rejected':
    case 'delivery.superseded':
      return { type: 'left', item: event.delivery, why: 'withdrawn' };
    case 'delivery.returned': {
      const blamed = event.by === INTEGRATOR && event.comeback.kind === 'red';
      return { type: 'left', item: event.delivery, why: blamed ? 'blamed' : 'returned' };
    }
    case 'delivery.landed':
      return onTarget(run, event.delivery);
    case 'delivery.unlanded':
    case 'target.moved':
      return { type: 'target-moved' };
    case 'queue.test-began': {
      const { test, deliveries, assumed, rerun, at } = event;
      return { type: 'test-began', test, members: deliveries, assumed, rerun, at };
    }
    case 'queue.cancel-asked':
      return { type: 'cancel-asked', test: event.test };
    case 'queue.test-ended': {
      const { test, outcome, at } = event;
      const leftOut = event.leftOut.map(({ delivery, onto }) => ({
        item: delivery,
        onto: onto.length === 0 ? ('target' as const) : onto,
      }));
      return { type: 'test-ended', test, outcome, leftOut, at };
    }
    case 'queue.landing-began':
      return { type: 'landing-began', test: event.test };
    case 'queue.landing-failed':
      return { type: 'landing-failed', test: event.test };
    default:
      return null;
  }
};

/** Who returns what does not land. */
export const INTEGRATOR = 'integrator';

/** A group has landed once all of it has. What landed without one (in logs of old) just leaves. */
const onTarget = (run: RunState, id: DeliveryId): QueueEvent | null => {
  const { landing } = run.mergeQueue.queue;
  if (landing === null || !landing.rest.includes(id))
    return { type: 'left', item: id, why: 'withdrawn' };
  const all = landing.rest.every((each) => deliveryState(run, each).phase === 'landed');
  return all ? { type: 'landed', test: landing.test } : null;
};

const itemOf = (run: RunState, id: DeliveryId): NewItem => {
  const delivery = deliveryState(run, id);
  const attempt = attemptState(run, delivery.attempt);
  const findings = attempt.phase === 'ended' ? (attempt.harvest?.findings.length ?? 0) : 0;
  const size = 'size' in delivery ? delivery.size : undefined;
  const earlierFailures = Object.values(run.deliveries).filter(
    (each) =>
      each.task === delivery.task && each.phase === 'returned' && each.comeback.kind !== 'review',
  ).length;
  return {
    id,
    risk: riskOf({ ...(size ?? TYPICAL_SIZE), findings, earlierFailures, hotFiles: 0 }),
    failedBefore: attempt.comeback?.kind === 'red',
  };
};

/** Of deliveries whose size is in no log. */
const TYPICAL_SIZE = { lines: 100, files: 4 };

const noted = (before: RunQueue, event: RunEvent): Partial<RunQueue> => {
  if (event.type !== 'queue.test-ended') return {};
  const { test, group, outcome, text } = event;
  const members = before.queue.tests.find(({ id }) => id === test)?.rest ?? [];
  const faults = outcome === 'fault' ? members.map((id) => [id, text ?? 'no reason'] as const) : [];
  const conflicts = event.leftOut.map((left) => [left.delivery, left.text] as const);
  return {
    said: { ...before.said, ...Object.fromEntries([...faults, ...conflicts]) },
    tested:
      group === null
        ? before.tested
        : { ...before.tested, [test]: { group, red: outcome === 'red' ? text : null } },
  };
};

const withoutWhatNobodyNeeds = ({ queue, tested, said }: RunQueue): RunQueue => {
  const needed = new Set([
    ...queue.greens.map(({ test }) => test),
    ...(queue.landing === null ? [] : [queue.landing.test]),
    ...queue.suspects.map(({ test }) => test),
  ]);
  const waits = new Set(queue.items.map(({ id }) => id));
  return {
    queue,
    tested: Object.fromEntries(Object.entries(tested).filter(([test]) => needed.has(test))),
    said: Object.fromEntries(Object.entries(said).filter(([id]) => waits.has(id))),
  };
};
