import { sameTree } from '../queue-policy.ts';
import type { Order, QueueDecision, QueuePolicy, QueueView } from '../queue-policy.ts';

/**
 * Every change is tested on top of all before it, up to `window` at once. The first lands when it is
 * green; when it is red it goes back, and all behind it are tested anew. A window of 1 is a serial queue.
 */
export const prefixChain = (window: number): QueuePolicy => {
  const policy: QueuePolicy = {
    decide: (view) => ({ orders: ordersFor(view, window), next: policy }),
  };
  return policy;
};

const ordersFor = (view: QueueView, window: number): QueueDecision['orders'] => {
  const orders: Order[] = [];
  const landed = [...view.landed];
  const queue = view.waiting.map(({ id }) => id);
  for (let head = queue[0]; head !== undefined; head = queue[0]) {
    const green = view.verdict([...landed, head]);
    if (green === undefined) break;
    orders.push(green ? { kind: 'land', members: [head] } : { kind: 'return', change: head });
    if (green) landed.push(head);
    queue.shift();
  }
  const wanted = queue.slice(0, window).map((_, last) => queue.slice(0, last + 1));
  const isWanted = (tree: readonly string[]): boolean =>
    wanted.some((members) => sameTree([...landed, ...members], tree));
  for (const { id, tree } of view.running)
    if (!isWanted(tree)) orders.push({ kind: 'cancel', test: id });
  let free = view.freeSlots;
  for (const members of wanted) {
    const tree = [...landed, ...members];
    if (free === 0) break;
    if (view.verdict(tree) !== undefined) continue;
    if (view.running.some((test) => sameTree(test.tree, tree))) continue;
    orders.push({ kind: 'test', members });
    free -= 1;
  }
  return orders;
};
