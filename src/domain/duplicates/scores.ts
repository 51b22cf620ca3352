import { answerOtherwise, oppose } from './opposites.ts';
import type { Bag, Profile } from './profile.ts';

/** How much a word or call says: the fewer have it, the more. */
export type Rarity = (word: string) => number;

/**
 * Counted over all that are compared: what is said of them, and, of as many as can be looked at closely
 * in no time, what their texts say. `beside`: what is said of others, which nobody has looked at closely.
 */
export const idfOf = (profiles: readonly Profile[], beside: readonly Bag[] = []): Rarity => {
  const having = new Map<string, number>();
  const add = (word: string, times: number): void => {
    having.set(word, (having.get(word) ?? 0) + times);
  };
  const all = profiles.length + beside.length;
  const step = Math.ceil(profiles.length / MOST_LOOKED_AT);
  const stands = all / Math.max(1, Math.ceil(profiles.length / Math.max(1, step)));
  for (const bag of beside) for (const word of bag.keys()) add(word, 1);
  for (const [at, { said, close }] of profiles.entries()) {
    for (const word of said.keys()) add(word, 1);
    if (at % step !== 0) continue;
    const { body, calls } = close();
    for (const word of body.keys()) if (!said.has(word)) add(word, stands);
    for (const call of calls) add(callKey(call), stands);
  }
  const known = new Map<string, number>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const value = Math.log(1 + all / (1 + (having.get(word) ?? 0)));
    known.set(word, value);
    return value;
  };
};

const MOST_LOOKED_AT = 300;

const callKey = (call: string): string => `${call}()`;

/** Shared of all. */
export const overlap = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number => {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const each of few) if (many.has(each)) shared += 1;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
};

/** Shared calls of all, each by its rarity; those without any call have nothing in common. */
export const callsScore = (one: Profile, other: Profile, rarity: Rarity): number => {
  const [ones, others] = [one.close().calls, other.close().calls];
  let shared = 0;
  let all = 0;
  for (const call of ones) {
    const weight = rarity(callKey(call));
    all += weight;
    if (others.has(call)) shared += weight;
  }
  for (const call of others) if (!ones.has(call)) all += rarity(callKey(call));
  return all === 0 ? 0 : shared / all;
};

/** The cosine of two bags of words by rarity; words that come often count by their root. */
const cosine = (one: Bag, other: Bag, rarity: Rarity): number => {
  let shared = 0;
  for (const [word, times] of one) {
    const there = other.get(word);
    if (there !== undefined) shared += Math.sqrt(times * there) * rarity(word) ** 2;
  }
  return shared === 0 ? 0 : shared / Math.sqrt(squareOf(one, rarity) * squareOf(other, rarity));
};

/** The length of a bag, squared. */
export const squareOf = (bag: Bag, rarity: Rarity): number => {
  let sum = 0;
  for (const [word, times] of bag) sum += times * rarity(word) ** 2;
  return sum;
};

/**
 * How sure words are, from 0 to 1. The weights are those of a logistic regression on the pairs of
 * `test/fixtures/duplicates/tune`, rounded, and moved so that about half is where it is worth telling.
 */
export const wordsScore = (one: Profile, other: Profile, rarity: Rarity, calls: number): number => {
  const [there, here] = [one.close(), other.close()];
  const both = cosine(there.all, here.all, rarity);
  if (both === 0) return 0;
  const said = cosine(one.said, other.said, rarity);
  const body = cosine(there.body, here.body, rarity);
  const sameArity = one.of.params.length === other.of.params.length ? 1 : 0;
  const sum = -5.5 + 5 * said + 2.5 * body + 3.5 * both + 1 * calls + 1 * sameArity;
  const against = oppose(one.of.name, other.of.name) || answerOtherwise(one.of, other.of);
  return 1 / (1 + Math.exp(-(sum - (against ? OPPOSITE : 0))));
};

/** Encode and decode are about the same, and not the same; neither are what a thing is, and whether it is. */
const OPPOSITE = 3;

/** Types by their members, constants by their values; a single one has to be of a like name. */
export const memberScore = (one: Profile, other: Profile, rarity: Rarity): number => {
  const shared = overlap(one.members, other.members);
  if (shared === 0) return 0;
  const said = cosine(one.said, other.said, rarity);
  const fewest = Math.min(one.members.size, other.members.size);
  if (fewest < LEAST_MEMBERS) return shared === 1 && said > 0.5 ? said : 0;
  return Math.min(1, shared * 0.75 + said * 0.25);
};

const LEAST_MEMBERS = 2;
