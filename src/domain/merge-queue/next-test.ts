import type { QueueDecision } from './decisions.ts';
import { flakeRate, isKnownRed, riskNow, suspectedIn, waiting } from './evidence.ts';
import { nestedPlan } from './nested-plan.ts';
import { goesAlone, inOrder, mergeable } from './order.ts';
import type { ItemId, Queue, QueueItem, QueueTest, Suspects } from './queue.ts';

type Test = Extract<QueueDecision, { kind: 'test' }>;

/** The next group to test while a slot is free, or null: suspects first, then what nobody knows anything about. */
export const nextTest = (queue: Queue, slots: number): Test | null => {
  for (const group of searched(queue)) {
    const found = ofSuspects(queue, group);
    if (found !== null) return found;
  }
  return queue.mode === 'tip-green'
    ? ofFresh(queue, slots - queue.tests.length)
    : oneMoreCommit(queue);
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
  // Red by itself on the target, and not blamed yet: this is its re-run.
  if (suspected.length === 1) return testOf(queue, [first], { rerun: group.items.length === 1 });
  if (queue.mode === 'every-commit-green') return null;
  const rest = inOrder(
    queue,
    fresh(queue).filter((item) => !goesAlone(item)),
  );
  const risks = [...suspected, ...rest].map((item) => riskNow(queue, item));
  const count = nestedPlan(risks, suspected.length);
  // What is good lands with it; a single suspect is tested by itself, so that its verdict is about nothing else.
  const ahead = count > 1 ? rest.filter(({ good }) => good) : [];
  return testOf(queue, mergeable([...ahead, ...suspected.slice(0, count)]));
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
  if (goesAlone(first)) return testOf(queue, [first]);
  const groupable = items.filter((item) => !goesAlone(item));
  const base = stackable(queue)?.rest ?? [];
  const onTop = mergeable(groupable, base);
  // Where all of it clashes with what is being tested, it goes beside that.
  const [onto, together] = onTop.length === 0 ? [[], mergeable(groupable)] : [base, onTop];
  const risks = together.map((item) => riskNow(queue, item));
  const count = Math.min(nestedPlan(risks, 0), Math.ceil(together.length / free));
  return testOf(queue, [...itemsOf(queue, onto), ...together.slice(0, count)], {
    assumed: onto.length,
  });
};

/** Where every commit must be green, each is tested on top of all that are being tested or wait for those. */
const oneMoreCommit = (queue: Queue): Test | null => {
  const onto = longest([stackable(queue), ...queue.greens]);
  const missing = missingCommit(queue);
  if (missing !== null) return testOf(queue, [missing], { rerun: true });
  const next = inOrder(queue, queue.items).find(
    (item) =>
      !isUnderTest(queue, item.id) &&
      !onto.includes(item.id) &&
      !isKnownRed(queue, [...onto, item.id]) &&
      mergeable([item], onto).length === 1,
  );
  if (next === undefined || (goesAlone(next) && onto.length > 0)) return null;
  return testOf(queue, [...itemsOf(queue, onto), next], { assumed: onto.length });
};

/** The first commit of a green group, where no test of it by itself is green or under way: it was red, by a flake. */
const missingCommit = ({ greens, tests, items }: Queue): QueueItem | null => {
  const single = [...greens, ...tests].flatMap(({ rest }) => (rest.length === 1 ? rest : []));
  const heads = greens.flatMap(({ rest }) => rest.slice(0, 1));
  return items.find(({ id }) => heads.includes(id) && !single.includes(id)) ?? null;
};

const longest = (groups: readonly (Pick<QueueTest, 'rest'> | null)[]): readonly ItemId[] =>
  groups.reduce<readonly ItemId[]>(
    (most, group) => (group !== null && group.rest.length > most.length ? group.rest : most),
    [],
  );

/** The largest group under test on top of which the next one is put: one that is likely to be green. */
const stackable = (queue: Queue): QueueTest | null =>
  queue.tests
    .filter(({ stale, cancelling }) => !stale && !cancelling)
    .filter(({ rest }) => rest.length > 0 && !isKnownRed(queue, rest))
    .filter(({ rest }) => !itemsOf(queue, rest).some(goesAlone))
    .filter(
      ({ rest }) => queue.mode === 'every-commit-green' || chanceOfGreen(queue, rest) >= LIKELY,
    )
    .toSorted((a, b) => b.rest.length - a.rest.length)[0] ?? null;

/**
 * Below this, a group beside the ones under test tells more than one on top of them, although it can't
 * land as it lies once one of those has.
 */
const LIKELY = 0.6;

const chanceOfGreen = (queue: Queue, ids: readonly ItemId[]): number =>
  itemsOf(queue, ids).reduce(
    (chance, item) => chance * (1 - riskNow(queue, item)),
    1 - flakeRate(queue),
  );

const itemsOf = (queue: Queue, ids: readonly ItemId[]): readonly QueueItem[] =>
  ids.flatMap((id) => waiting(queue, id) ?? []);

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
