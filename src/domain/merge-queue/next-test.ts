import type { QueueDecision } from './decisions.ts';
import { flakeRate, riskNow, suspectedIn, waiting } from './evidence.ts';
import { nestedPlan } from './nested-plan.ts';
import { goesAlone, inOrder, mergeable } from './order.ts';
import type { ItemId, Queue, QueueItem, QueueTest, Suspects } from './queue.ts';

type Test = Extract<QueueDecision, { kind: 'test' }>;

/** The next group to test while a slot is free, or null. */
export const nextTest = (queue: Queue, slots: number): Test | null => {
  const free = slots - queue.tests.length;
  for (const group of searched(queue)) {
    const found = ofSuspects(queue, group);
    if (found !== null) return found;
  }
  return ofFresh(queue, free);
};

/** Suspected groups that no test looks into at the moment, the smallest first. */
const searched = (queue: Queue): readonly Suspects[] =>
  queue.suspects
    .filter(({ items }) => !items.some((id) => isUnderTest(queue, id)))
    .toSorted((a, b) => a.items.length - b.items.length);

const isUnderTest = ({ tests }: Queue, id: ItemId): boolean =>
  tests.some(({ rest }) => rest.includes(id));

const ofSuspects = (queue: Queue, group: Suspects): Test | null => {
  const suspected = inOrder(queue, suspectedIn(queue, group));
  const [first] = suspected;
  if (first === undefined) return null;
  if (suspected.length === 1)
    return testOf(queue, [first], { rerun: group.exact && group.items.length === 1 });
  const rest = inOrder(
    queue,
    fresh(queue).filter((item) => !goesAlone(item)),
  );
  const risks = [...suspected, ...rest].map((item) => riskNow(queue, item));
  const count = queue.mode === 'tip-green' ? nestedPlan(risks, suspected.length) : 1;
  const chosen = suspected.slice(0, count);
  // A single one is tested by itself, so that its verdict is about nothing else.
  const ahead = count > 1 ? rest.filter(({ good }) => good) : [];
  return testOf(queue, mergeable([...ahead, ...chosen]));
};

/** What is neither suspected nor being tested. */
const fresh = (queue: Queue): readonly QueueItem[] =>
  queue.items.filter(
    ({ id }) => !isUnderTest(queue, id) && !queue.suspects.some(({ items }) => items.includes(id)),
  );

const ofFresh = (queue: Queue, free: number): Test | null => {
  const items = inOrder(queue, fresh(queue));
  const [first] = items;
  if (first === undefined) return null;
  const base = stackable(queue);
  const onto = base?.rest ?? [];
  const together = mergeable(
    items.filter((item) => !goesAlone(item)),
    onto,
  );
  const [safest] = together;
  if (safest === undefined || (goesAlone(first) && items.indexOf(safest) > 0))
    return base === null || queue.tests.length === 0 || onto.length === 0
      ? testOf(queue, [items.find(goesAlone) ?? first])
      : null;
  const risks = together.map((item) => riskNow(queue, item));
  const planned = queue.mode === 'tip-green' ? nestedPlan(risks, 0) : 1;
  const count = Math.max(1, Math.min(planned, Math.ceil(together.length / free)));
  return testOf(
    queue,
    [...onto.flatMap((id) => waiting(queue, id) ?? []), ...together.slice(0, count)],
    {
      assumed: onto.length,
    },
  );
};

/** A test that is so likely to be green that the next group is put on top of it. */
const stackable = (queue: Queue): QueueTest | null =>
  queue.tests
    .filter(({ stale, cancelling, rest }) => !stale && !cancelling && rest.length > 0)
    .filter(
      ({ rest }) => queue.mode === 'every-commit-green' || chanceOfGreen(queue, rest) >= LIKELY,
    )
    .toSorted((a, b) => b.rest.length - a.rest.length)[0] ?? null;

const LIKELY = 0.6;

const chanceOfGreen = (queue: Queue, ids: readonly ItemId[]): number =>
  ids.reduce(
    (chance, id) => {
      const item = waiting(queue, id);
      return item === null ? chance : chance * (1 - riskNow(queue, item));
    },
    1 - flakeRate(queue),
  );

const testOf = (
  queue: Queue,
  members: readonly QueueItem[],
  { assumed = 0, rerun = false }: { readonly assumed?: number; readonly rerun?: boolean } = {},
): Test => {
  const ids = members.map(({ id }) => id);
  return {
    kind: 'test',
    test: `t${queue.begun + 1}`,
    members: ids,
    assumed,
    rerun,
    expected: chanceOfGreen(queue, ids),
  };
};
