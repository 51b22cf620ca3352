import { flakeRate, suspectedIn, waiting } from './evidence.ts';
import type { LeftOut, QueueEvent } from './events.ts';
import { hazardOf, observe } from './failure-rate.ts';
import type { ItemId, Queue, QueueItem, QueueTest, Suspects } from './queue.ts';

type Ended = Extract<QueueEvent, { type: 'test-ended' }>;

/** The queue after a test was reported ended: what its verdict says about its members, and about groups it was part of. */
export const afterTest = (queue: Queue, event: Ended): Queue => {
  const test = queue.tests.find(({ id }) => id === event.test);
  if (test === undefined) return queue;
  const open = { ...queue, tests: queue.tests.filter((other) => other !== test) };
  if (test.moved && event.outcome !== 'green') return open;
  const closed = test.moved ? open : withLeftOut(open, event.leftOut);
  const out = event.leftOut.map(({ item }) => item);
  const within = (ids: readonly ItemId[]): readonly ItemId[] =>
    ids.filter((id) => !out.includes(id));
  const tested = { ...test, members: within(test.members), rest: within(test.rest) };
  if (event.outcome === 'cancelled' || tested.rest.length === 0) return closed;
  if (event.outcome === 'fault') return afterFault(closed, tested);
  const seen = believed(measured(closed, tested, event.at), tested, event.outcome);
  return event.outcome === 'green' ? afterGreen(seen, tested) : afterRed(seen, tested);
};

const withLeftOut = (queue: Queue, leftOut: readonly LeftOut[]): Queue => ({
  ...queue,
  items: queue.items.map((item) =>
    leftOut
      .filter((left) => left.item === item.id)
      .reduce((changed, { onto }) => withConflict(changed, onto), item),
  ),
});

/** An item that can't be merged: not onto the target, or not onto some others. */
export const withConflict = (item: QueueItem, onto: LeftOut['onto']): QueueItem =>
  onto === 'target'
    ? { ...item, conflict: true }
    : { ...item, clashes: [...new Set([...item.clashes, ...onto])] };

const changed = (
  queue: Queue,
  ids: readonly ItemId[],
  change: (item: QueueItem) => QueueItem,
): Queue => ({
  ...queue,
  items: queue.items.map((item) => (ids.includes(item.id) ? change(item) : item)),
});

/** Nobody knows which of them the machine failed over: each is tested alone, and left to a person if that fails, too. */
const afterFault = (queue: Queue, { rest }: QueueTest): Queue =>
  changed(queue, rest, (item) => ({ ...item, fault: rest.length === 1 ? 'alone' : 'in-group' }));

/** How many measurements are kept. */
const MEASURED = 60;

const measured = (queue: Queue, { at, running }: QueueTest, now: number): Queue => ({
  ...queue,
  measured: [...queue.measured.slice(1 - MEASURED), { running, ms: Math.max(0, now - at) }],
});

const believed = (queue: Queue, test: QueueTest, outcome: 'green' | 'red'): Queue => {
  if (test.rerun) return queue;
  const hazard = hazardIn(queue, test.rest);
  if (hazard === 0) return queue;
  const group = queue.suspects.find(({ items }) => includesAll(items, test.rest));
  const among = group === undefined ? null : hazardIn(queue, group.items);
  const flakes = flakeRate(queue);
  return { ...queue, rate: observe(queue.rate, { outcome, hazard, among, flakes }) };
};

const hazardIn = (queue: Queue, ids: readonly ItemId[]): number =>
  ids.reduce((sum, id) => {
    const item = waiting(queue, id);
    return item === null || item.good ? sum : sum + hazardOf(item.risk);
  }, 0);

const includesAll = (ids: readonly ItemId[], some: readonly ItemId[]): boolean =>
  some.every((id) => ids.includes(id));

/** All of them are good, and where the tree is still one that can land, they may land. What was red within them was a flake. */
const afterGreen = (queue: Queue, test: QueueTest): Queue => {
  const refuted = queue.suspects.filter(({ items }) => includesAll(test.rest, items));
  const next = changed(queue, test.rest, (item) => ({ ...item, good: true, fault: null }));
  const { id, members, rest } = test;
  const mayLand = !test.stale && rest.every((each) => waiting(queue, each) !== null);
  return {
    ...next,
    runs: { green: queue.runs.green + 1, flaky: queue.runs.flaky + (refuted.length > 0 ? 1 : 0) },
    suspects: next.suspects.filter((group) => !refuted.includes(group)),
    greens: mayLand ? [...queue.greens, { test: id, members, rest }] : queue.greens,
  };
};

/** Something in it is defective, or doesn't go together. */
const afterRed = (queue: Queue, test: QueueTest): Queue => {
  const here = test.rest.filter((id) => waiting(queue, id) !== null);
  const noted = changed(queue, here, (item) => ({ ...item, reds: [...item.reds, test.members] }));
  // Whoever left it may have been the defective one.
  if (here.length < test.rest.length) return noted;
  const { rest, id } = test;
  const known = noted.suspects.find(
    ({ items }) => items.length === rest.length && includesAll(items, rest),
  );
  if (known === undefined) {
    const group: Suspects = { items: rest, test: id, landed: [], doubted: false };
    return { ...noted, suspects: [...noted.suspects, group] };
  }
  const again = noted.suspects.map((group) => (group === known ? { ...group, test: id } : group));
  return { ...noted, suspects: again };
};

/**
 * The queue with its suspected groups in order. Where each member was found good without the others, it
 * is not known any more which of them are, but once: found good again, they are taken at that. A group
 * in which a smaller one is contained says nothing more than that one.
 */
export const withSuspectsInOrder = (queue: Queue): Queue => {
  const cleared = queue.suspects.filter((group) => suspectedIn(queue, group).length === 0);
  const rest = queue.suspects.filter((group) => !cleared.includes(group) || !group.doubted);
  const ids = cleared.filter(({ doubted }) => !doubted).flatMap(({ items }) => items);
  const doubted = changed(queue, ids, (item) => ({ ...item, good: false }));
  const groups = rest.map((group) =>
    cleared.includes(group) ? { ...group, doubted: true } : group,
  );
  return { ...doubted, suspects: smallest(doubted, groups) };
};

const smallest = (queue: Queue, groups: readonly Suspects[]): readonly Suspects[] => {
  const suspected = groups.map((group) => suspectedIn(queue, group).map(({ id }) => id));
  return groups.filter((_, at) => {
    const mine = suspected[at] ?? [];
    return !suspected.some(
      (other, index) =>
        index !== at &&
        includesAll(mine, other) &&
        // Of two equal ones, the one with less in it, or the later.
        (other.length < mine.length || isBetter(groups, index, at)),
    );
  });
};

const isBetter = (groups: readonly Suspects[], one: number, other: number): boolean => {
  const [a, b] = [groups[one], groups[other]];
  if (a === undefined || b === undefined) return false;
  if (a.items.length !== b.items.length) return a.items.length < b.items.length;
  return one > other;
};
