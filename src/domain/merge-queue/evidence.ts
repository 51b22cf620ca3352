import { chanceOfFailing, hazardOf } from './failure-rate.ts';
import type { ItemId, Queue, QueueItem, Suspects } from './queue.ts';

/** The waiting item, or null. */
export const waiting = (queue: Queue, id: ItemId): QueueItem | null =>
  queue.items.find((item) => item.id === id) ?? null;

/** How often a good tree is found red, by what was seen, with a prior of one in fifty. */
export const flakeRate = ({ runs }: Queue): number =>
  (1 + runs.flaky) / (50 + runs.green + runs.flaky);

/** What is left to risk in a good item: that it does not go together with something that landed since. */
const LEFT_RISK = 0.005;

/** The probability that an item fails, by what the queue believes. */
export const riskNow = (queue: Queue, item: QueueItem): number =>
  item.good ? LEFT_RISK : chanceOfFailing(queue.rate, hazardOf(item.risk));

/** Those of a suspected group of which nobody knows that they are good. */
export const suspectedIn = (queue: Queue, { items }: Suspects): readonly QueueItem[] =>
  items.flatMap((id) => {
    const item = waiting(queue, id);
    return item === null || item.good ? [] : [item];
  });

/** Whether the target with these on top will be red, since a part of them was. */
export const isKnownRed = ({ suspects }: Queue, ids: readonly ItemId[]): boolean =>
  suspects.some(({ items }) => items.every((id) => ids.includes(id)));

/**
 * The probability that all red tests with this item were red for other reasons: flakes, or other
 * members that have neither landed nor been blamed.
 */
export const innocence = (queue: Queue, item: QueueItem): number => {
  const guilty = riskNow(queue, item);
  const otherwise = item.reds.reduce(
    (chance, members) => chance * redWithout(queue, item.id, members),
    1 - guilty,
  );
  return otherwise / (otherwise + guilty);
};

/** How likely a red test was if this member is good. */
const redWithout = (queue: Queue, id: ItemId, members: readonly ItemId[]): number => {
  const others = members.filter((member) => member !== id);
  if (others.some((member) => queue.blamed.includes(member))) return 1;
  const green = others.reduce(
    (chance, member) => {
      const item = waiting(queue, member);
      return item === null ? chance : chance * (1 - riskNow(queue, item));
    },
    1 - flakeRate(queue),
  );
  return 1 - green;
};

/** Blame leaves at most this probability that the item is innocent, unless its re-run was red. */
const DOUBT = 0.05;

/** Whether what is known is enough to return an item that is red with nothing else on the target. */
export const isConvicted = (queue: Queue, item: QueueItem): boolean =>
  item.reds.length > 1 && (item.rerun || innocence(queue, item) <= DOUBT);
