import type { Order, QueueDecision, QueuePolicy, QueueView, Tree } from '../queue-policy.ts';

/** What is searched, in order. */
interface Searched {
  readonly members: Tree;
  /** Whether all together are known to be red on what has landed. */
  readonly isRed: boolean;
}

const NOTHING: Searched = { members: [], isRed: false };

/**
 * Batches of up to `size` whose first bad change is searched for: as many prefixes are tested at once
 * as there are slots. What lies before the first red one lands; the search goes on in the part that
 * made it red, until that is one change, which goes back untested; the others wait again.
 */
export const prefixSearch = (size: number, searched: Searched = NOTHING): QueuePolicy => ({
  decide: (view) => {
    if (view.running.length > 0) return { orders: [], next: prefixSearch(size, searched) };
    return next(
      view,
      size,
      searched.members.length === 0 ? { orders: [], left: NOTHING } : narrow(view, searched),
    );
  },
});

interface Narrowed {
  readonly orders: readonly Order[];
  readonly left: Searched;
}

/** Lands the longest green prefix; what is left is the part that made the shortest red one red. */
const narrow = (view: QueueView, { members, isRed }: Searched): Narrowed => {
  const ends = endsOf({ members, isRed }, view.slots);
  const firstRed = ends.find(
    (end) => view.verdict([...view.landed, ...members.slice(0, end)]) === false,
  );
  const green = ends.filter((end) => firstRed === undefined || end < firstRed).at(-1) ?? 0;
  const orders: Order[] = green === 0 ? [] : [{ kind: 'land', members: members.slice(0, green) }];
  if (firstRed === undefined && !isRed) return { orders, left: NOTHING };
  const suspects = members.slice(green, firstRed ?? members.length);
  const [first = ''] = suspects;
  return suspects.length === 1
    ? { orders: [...orders, { kind: 'return', change: first }], left: NOTHING }
    : { orders, left: { members: suspects, isRed: true } };
};

const next = (view: QueueView, size: number, { orders, left }: Narrowed): QueueDecision => {
  const gone = orders.flatMap((order) => (order.kind === 'land' ? order.members : changeOf(order)));
  const waiting = view.waiting.flatMap(({ id }) => (gone.includes(id) ? [] : [id]));
  const searched = left.isRed ? left : { members: waiting.slice(0, size), isRed: false };
  const tests = endsOf(searched, view.slots).map((end): Order => ({
    kind: 'test',
    members: searched.members.slice(0, end),
  }));
  return { orders: [...orders, ...tests], next: prefixSearch(size, searched) };
};

/** Where the prefixes end, so that the parts between them are about equal; that of all is not tested again. */
const endsOf = ({ members, isRed }: Searched, slots: number): readonly number[] => {
  const parts = Math.min(members.length, isRed ? slots + 1 : slots);
  const all = Array.from({ length: parts }, (_, part) =>
    Math.ceil(((part + 1) * members.length) / parts),
  );
  return isRed ? all.slice(0, -1) : all;
};

const changeOf = (order: Order): readonly string[] =>
  order.kind === 'return' ? [order.change] : [];
