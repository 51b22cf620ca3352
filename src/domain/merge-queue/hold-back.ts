import type { ItemId, Queue } from './queue.ts';

/** The queue as long as these are to wait for something outside it: as if they had not come. */
export const withoutHeld = (queue: Queue, held: ReadonlySet<ItemId>): Queue =>
  held.size === 0
    ? queue
    : {
        ...queue,
        items: queue.items.filter(({ id }) => !held.has(id)),
        greens: queue.greens.filter(({ rest }) => !rest.some((id) => held.has(id))),
      };
