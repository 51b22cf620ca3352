import type { ItemId, Queue, QueueItem } from './queue.ts';
import { riskNow } from './evidence.ts';

/**
 * In which order things are tested: what is known to be good, what was passed over too often, then by
 * risk, the least first. Within one class of risk (a factor of two) it is the order of arrival.
 */
export const inOrder = (queue: Queue, items: readonly QueueItem[]): readonly QueueItem[] =>
  items
    .map((item, at) => ({ item, at, rank: rankOf(queue, item) }))
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ item }) => item);

/** So many tests may begin without an item before it goes ahead of what is safer. */
const PATIENCE = 8;

const rankOf = (queue: Queue, item: QueueItem): number => {
  if (item.good) return -Infinity;
  if (item.passedOver >= PATIENCE) return -1000;
  return Math.round(Math.log2(Math.max(riskNow(queue, item), 1e-4)));
};

/** Whether it is tested with nothing else: until it was green once. */
export const goesAlone = ({ good, failedBefore, fault }: QueueItem): boolean =>
  !good && (failedBefore || fault !== null);

/** As many of these as can be merged onto each other, in order. */
export const mergeable = (
  items: readonly QueueItem[],
  onto: readonly ItemId[] = [],
): readonly QueueItem[] => {
  const taken: QueueItem[] = [];
  for (const item of items) {
    const clashes = (id: ItemId): boolean => item.clashes.includes(id);
    if (
      onto.some(clashes) ||
      taken.some(({ id, clashes: own }) => clashes(id) || own.includes(item.id))
    )
      continue;
    taken.push(item);
  }
  return taken;
};
