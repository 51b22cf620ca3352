import { waiting } from './evidence.ts';
import type { QueueEvent } from './events.ts';
import type { ItemId, Queue, QueueItem, Suspects } from './queue.ts';
import { afterTest, withConflict, withSuspectsInOrder } from './verdict.ts';

/** The queue after `event`. An event that says nothing new (a test that is not open, an item that is gone) changes nothing. */
export const evolveQueue = (queue: Queue, event: QueueEvent): Queue => {
  const next = apply(queue, event);
  return next.suspects === queue.suspects && next.items === queue.items
    ? next
    : withSuspectsInOrder(next);
};

const apply = (queue: Queue, event: QueueEvent): Queue => {
  switch (event.type) {
    case 'arrived':
      return waiting(queue, event.item.id) === null
        ? { ...queue, items: [...queue.items, { ...event.item, ...NEW }] }
        : queue;
    case 'left':
      return withoutItem(queue, event.item, event.why === 'blamed');
    case 'conflict-found':
      return withItem(queue, event.item, (item) => withConflict(item, event.onto));
    case 'test-began':
      return began(queue, event);
    case 'cancel-asked':
      return {
        ...queue,
        tests: queue.tests.map((test) =>
          test.id === event.test ? { ...test, cancelling: true } : test,
        ),
      };
    case 'test-ended':
      return afterTest(queue, event);
    case 'landing-began': {
      const landing = queue.greens.find(({ test }) => test === event.test) ?? null;
      if (landing === null) return queue;
      return { ...queue, landing, greens: queue.greens.filter((green) => green !== landing) };
    }
    case 'landed':
      return queue.landing?.test === event.test
        ? landed({ ...queue, landing: null }, queue.landing.rest)
        : queue;
    case 'landing-failed':
      return queue.landing?.test === event.test ? { ...queue, landing: null } : queue;
    case 'target-moved':
      return {
        ...queue,
        greens: [],
        suspects: [],
        items: queue.items.map((item) => ({ ...item, reds: [], rerun: false })),
        tests: queue.tests.map((test) => ({ ...test, stale: true, moved: true })),
      };
  }
};

const NEW = {
  good: false,
  reds: [],
  rerun: false,
  passedOver: 0,
  clashes: [],
  conflict: false,
  fault: null,
} as const satisfies Omit<QueueItem, 'id' | 'risk' | 'failedBefore'>;

/** The queue with one of its items changed. */
const withItem = (queue: Queue, id: ItemId, change: (item: QueueItem) => QueueItem): Queue => ({
  ...queue,
  items: queue.items.map((item) => (item.id === id ? change(item) : item)),
});

/** What was red with it may have been red by it, so that the others are no suspects any more. */
const withoutItem = (queue: Queue, id: ItemId, blamed: boolean): Queue => {
  const gone = waiting(queue, id);
  if (gone === null) return queue;
  return {
    ...queue,
    items: queue.items.filter((item) => item !== gone),
    blamed: blamed ? [...queue.blamed.slice(-REMEMBERED), id] : queue.blamed,
    greens: queue.greens.filter(({ rest }) => !rest.includes(id)),
    suspects: queue.suspects.flatMap((group) => {
      if (!group.items.includes(id)) return [group];
      if (!gone.good || blamed) return [];
      return [{ ...group, items: group.items.filter((item) => item !== id) }];
    }),
  };
};

/** Longer ago than this no red test is looked at again. */
const REMEMBERED = 200;

const began = (queue: Queue, event: Extract<QueueEvent, { type: 'test-began' }>): Queue => {
  const { test: id, members, assumed, rerun, at } = event;
  const running = queue.tests.length + 1;
  const test = { id, members, rest: members, assumed, rerun, running, at };
  return {
    ...queue,
    begun: queue.begun + 1,
    // Those that run already share the machine with it from now on.
    tests: [
      ...queue.tests.map((each) => ({ ...each, running: Math.max(each.running, running) })),
      { ...test, stale: false, moved: false, cancelling: false },
    ],
    items: queue.items.map((item) =>
      members.includes(item.id)
        ? { ...item, rerun: item.rerun || rerun }
        : { ...item, passedOver: item.passedOver + 1 },
    ),
  };
};

/** The target has these on top now. What was tested with all of them is a test of the rest on the new target. */
const landed = (queue: Queue, gone: readonly ItemId[]): Queue => {
  const isLanded = (id: ItemId): boolean => gone.includes(id);
  const without = (ids: readonly ItemId[]): readonly ItemId[] => ids.filter((id) => !isLanded(id));
  const hadAll = (ids: readonly ItemId[]): boolean => gone.every((id) => ids.includes(id));
  return {
    ...queue,
    items: queue.items.filter(({ id }) => !isLanded(id)),
    tests: queue.tests.map((test) => ({
      ...test,
      rest: without(test.rest),
      stale: test.stale || !hadAll(test.rest),
    })),
    greens: queue.greens.flatMap((green) => {
      const rest = without(green.rest);
      return hadAll(green.rest) && rest.length > 0 ? [{ ...green, rest }] : [];
    }),
    suspects: queue.suspects.flatMap((group): readonly Suspects[] => {
      const items = without(group.items);
      if (items.length === 0) return [];
      const since = gone.filter((id) => group.items.includes(id));
      return [{ ...group, items, landed: [...group.landed, ...since] }];
    }),
  };
};
