import type { QueueDecision } from './decisions.ts';
import { flakeRate, innocence, isKnownRed, riskNow, suspectedIn, waiting } from './evidence.ts';
import { nestedPlan } from './nested-plan.ts';
import { goesAlone, inOrder, mergeable } from './order.ts';
import type { ItemId, Queue, QueueItem, QueueTest, Suspects } from './queue.ts';

type Test = Extract<QueueDecision, { kind: 'test' }>;

/**
 * The next group to test while a slot is free, or null: that by which the most is expected to land. So a
 * suspect that is only run again before it is blamed takes no slot from what is likely to land, for as
 * long as patience lasts.
 */
export const nextTest = (queue: Queue, slots: number): Test | null => {
  const groups = searched(queue);
  const overdue = groups.filter(({ items }) => isOverdue(queue, items));
  for (const group of overdue) {
    const found = ofSuspects(queue, group);
    if (found !== null) return found;
  }
  const searches = groups.flatMap((group) => {
    const test = ofSuspects(queue, group);
    return test === null ? [] : [{ test, narrows: suspectedIn(queue, group).length > 1 }];
  });
  const all = searches.map(({ test }) => test);
  const next =
    queue.mode === 'tip-green' ? ofFresh(queue, slots - queue.tests.length) : oneMoreCommit(queue);
  if (next === null) return mostLanding(all);
  // On one slot the last group waits for red ones: what those leave over can be tested with it.
  const narrowing = searches.filter(({ narrows }) => narrows).map(({ test }) => test);
  if (slots === 1 && narrowing.length > 0 && takesAll(queue, next)) return mostLanding(narrowing);
  return mostLanding([...all, next]);
};

const takesAll = (queue: Queue, { members, assumed }: Test): boolean =>
  members.length - assumed === fresh(queue).length;

/** By which the most is expected to land; of equals the first. */
const mostLanding = (tests: readonly Test[]): Test | null =>
  tests.reduce<Test | null>(
    (best, test) => (best === null || landedBy(test) > landedBy(best) ? test : best),
    null,
  );

const landedBy = ({ expected, members, assumed }: Test): number =>
  expected * (members.length - assumed);

/** So many tests may begin without a red group before it goes ahead of all by which more would land. */
const PATIENCE = 40;

const isOverdue = (queue: Queue, items: readonly ItemId[]): boolean =>
  itemsOf(queue, items).every(({ passedOver }) => passedOver >= PATIENCE);

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
  if (suspected.length === 1)
    return testOf(queue, [first], {
      rerun: group.items.length === 1,
      expected: innocence(queue, first),
    });
  if (queue.mode === 'every-commit-green') return null;
  const rest = inOrder(
    queue,
    fresh(queue).filter((item) => !goesAlone(item)),
  );
  const risks = [...suspected, ...rest].map((item) => riskNow(queue, item));
  const count = nestedPlan(risks, suspected.length);
  // What is good lands with it; a single suspect is tested by itself, so that its verdict is about nothing else.
  const ahead = count > 1 ? rest.filter(({ good }) => good) : [];
  const tested = suspected.slice(0, count);
  return testOf(queue, mergeable([...ahead, ...tested]), {
    expected: chanceWithin(queue, suspected, tested) * chanceOfGreen(queue, ahead),
  });
};

/** The probability that some members of a red group are good, where nothing else is known of it. */
const chanceWithin = (
  queue: Queue,
  suspected: readonly QueueItem[],
  tested: readonly QueueItem[],
): number => {
  const allGood = chanceOfAll(queue, suspected);
  const flaky = allGood * flakeRate(queue);
  const someGood = chanceOfAll(queue, tested);
  return (someGood - allGood + flaky) / (1 - allGood + flaky);
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
  const base = stackable(queue, items.length <= free ? LIKELY_OF_FEW : LIKELY)?.rest ?? [];
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
const stackable = (queue: Queue, likely = LIKELY): QueueTest | null =>
  queue.tests
    .filter(({ stale, cancelling }) => !stale && !cancelling)
    .filter(({ rest }) => rest.length > 0 && !isKnownRed(queue, rest))
    .filter(({ rest }) => !itemsOf(queue, rest).some(goesAlone))
    .filter(
      ({ rest }) =>
        queue.mode === 'every-commit-green' || chanceOfGreen(queue, itemsOf(queue, rest)) >= likely,
    )
    .toSorted((a, b) => b.rest.length - a.rest.length)[0] ?? null;

/**
 * Below this, a group beside the ones under test tells more than one on top of them, although it can't
 * land as it lies once one of those has.
 */
const LIKELY = 0.6;

/** The same where there are slots for each that waits: what counts then is that it can land as it lies. */
const LIKELY_OF_FEW = 0.35;

const chanceOfGreen = (queue: Queue, items: readonly QueueItem[]): number =>
  chanceOfAll(queue, items) * (1 - flakeRate(queue));

const chanceOfAll = (queue: Queue, items: readonly QueueItem[]): number =>
  items.reduce((chance, item) => chance * (1 - riskNow(queue, item)), 1);

const itemsOf = (queue: Queue, ids: readonly ItemId[]): readonly QueueItem[] =>
  ids.flatMap((id) => waiting(queue, id) ?? []);

const testOf = (
  queue: Queue,
  members: readonly QueueItem[],
  {
    assumed = 0,
    rerun = false,
    expected = chanceOfGreen(queue, members),
  }: Partial<Pick<Test, 'assumed' | 'rerun' | 'expected'>> = {},
): Test => ({
  kind: 'test',
  test: `t${queue.begun + 1}`,
  members: members.map(({ id }) => id),
  assumed,
  rerun,
  expected,
});
