import type { QueueDecision } from './decisions.ts';
import { eventOf } from './decisions.ts';
import { isConvicted, isKnownRed, waiting } from './evidence.ts';
import { evolveQueue } from './evolve.ts';
import { nextTest } from './next-test.ts';
import type { Queue, QueueItem, QueueTest } from './queue.ts';

/**
 * Everything that is to be done now, in order; each decision takes those before it as carried out.
 * Deciding again once they have been folded in gives nothing. `slots`: how many tests may run at once.
 */
export const decideQueue = (queue: Queue, slots: number): readonly QueueDecision[] => {
  const decisions: QueueDecision[] = [];
  let state = queue;
  for (;;) {
    const next = RULES.map((rule) => rule(state, slots)).find((found) => found !== null);
    if (next === undefined) return decisions;
    decisions.push(next);
    state = evolveQueue(state, eventOf(next, 0));
  }
};

type Rule = (queue: Queue, slots: number) => QueueDecision | null;

/** What is landing is decided on once that has come to its end. */
const undecided = ({ items, landing }: Queue): readonly QueueItem[] =>
  items.filter(({ id }) => landing === null || !landing.rest.includes(id));

const conflicting: Rule = (queue) => {
  const item = undecided(queue).find(({ conflict }) => conflict);
  return item === undefined
    ? null
    : { kind: 'return', item: item.id, why: 'conflict', with: [], test: null };
};

const broken: Rule = (queue) => {
  const item = undecided(queue).find(({ fault }) => fault === 'alone');
  return item === undefined ? null : { kind: 'park', item: item.id };
};

/** Red with nothing else on the target, and seen often enough. */
const guilty: Rule = (queue) => {
  for (const group of queue.suspects) {
    const [id] = group.items;
    const item = undecided(queue).find((each) => each.id === id);
    if (group.items.length === 1 && item !== undefined && isConvicted(queue, item))
      return { kind: 'return', item: item.id, why: 'red', with: group.landed, test: group.test };
  }
  return null;
};

const useless: Rule = (queue) => {
  for (const test of queue.tests) {
    if (test.cancelling) continue;
    if (test.moved || test.rest.some((id) => waiting(queue, id) === null))
      return { kind: 'cancel', test: test.id, why: 'void' };
    if (isKnown(queue, test)) return { kind: 'cancel', test: test.id, why: 'known' };
  }
  return null;
};

/** It will be red, since a part of it was; or all of it has landed. */
const isKnown = (queue: Queue, { rest, rerun }: QueueTest): boolean =>
  rest.length === 0 || (!rerun && isKnownRed(queue, rest));

/** The largest group that is green as it lies; where every commit must be, one that adds a single commit. */
const landable: Rule = ({ greens, landing, mode }) => {
  if (landing !== null) return null;
  const [largest] = greens
    .filter(({ rest }) => mode === 'tip-green' || rest.length === 1)
    .toSorted((a, b) => b.rest.length - a.rest.length);
  return largest === undefined ? null : { kind: 'land', test: largest.test, members: largest.rest };
};

/** What is about to land moves the target, so that nothing is tested on it before. */
const test: Rule = (queue, slots) =>
  queue.landing !== null || queue.tests.length >= slots ? null : nextTest(queue, slots);

const RULES: readonly Rule[] = [conflicting, broken, guilty, useless, landable, test];
