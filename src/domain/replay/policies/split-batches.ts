import type { Order, QueueDecision, QueuePolicy, QueueView, Tree } from '../queue-policy.ts';

/**
 * Batches with binary split, one check at a time: up to `size` changes in order of arrival are tested
 * together. They land when they are green; a red batch is halved, and each half is tested by itself,
 * the first one first; a change that is red alone goes back. What was red as that very tree is not
 * tested again: the second half when the first one has landed.
 */
export const splitBatches = (size: number, groups: readonly Tree[] = []): QueuePolicy => ({
  decide: (view) => {
    if (view.running.length > 0) return { orders: [], next: splitBatches(size, groups) };
    return next(view, size, judged(view, groups));
  },
});

interface Judged {
  readonly orders: readonly Order[];
  /** Still to be tested, in this order. */
  readonly left: readonly Tree[];
}

/** What follows for each group in turn, as long as it is known what its checks say. */
const judged = (view: QueueView, groups: readonly Tree[]): Judged => {
  const orders: Order[] = [];
  const landed = [...view.landed];
  let left = groups;
  for (let head = left[0]; head !== undefined; head = left[0]) {
    const green = view.verdict([...landed, ...head]);
    if (green === undefined) break;
    const [only = ''] = head;
    left = [...(green || head.length === 1 ? [] : halves(head)), ...left.slice(1)];
    if (green) landed.push(...head);
    if (green) orders.push({ kind: 'land', members: head });
    else if (head.length === 1) orders.push({ kind: 'return', change: only });
  }
  return { orders, left };
};

const next = (view: QueueView, size: number, { orders, left }: Judged): QueueDecision => {
  const gone = orders.flatMap((order) => (order.kind === 'land' ? order.members : changeOf(order)));
  const waiting = view.waiting.flatMap(({ id }) => (gone.includes(id) ? [] : [id]));
  const groups = left.length > 0 || waiting.length === 0 ? left : [waiting.slice(0, size)];
  const [first] = groups;
  return {
    orders: first === undefined ? orders : [...orders, { kind: 'test', members: first }],
    next: splitBatches(size, groups),
  };
};

const changeOf = (order: Order): readonly string[] =>
  order.kind === 'return' ? [order.change] : [];

const halves = (group: Tree): readonly Tree[] => {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)];
};
