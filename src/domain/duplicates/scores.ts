import { answerOtherwise, oppose } from './opposites.ts';
import type { Bag } from './bag.ts';
import type { CloseLook, Profile } from './profile.ts';

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
    const { body, calls, deeds, literals } = close();
    for (const word of body.keys()) if (!said.has(word)) add(word, stands);
    for (const call of calls) add(callKey(call), stands);
    for (const deed of deeds.keys()) add(deedKey(deed), stands);
    for (const literal of literals) add(literalKey(literal), stands);
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

// No word has one of these signs in it.
const callKey = (call: string): string => `${call}()`;
const deedKey = (deed: string): string => `.${deed}`;
const literalKey = (literal: string): string => `"${literal}`;

/** Shared of all. */
export const overlap = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number => {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const each of few) if (many.has(each)) shared += 1;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
};

/** Shared calls of all, each by its rarity; those without any call have nothing in common. */
export const callsScore = (one: Profile, other: Profile, rarity: Rarity): number =>
  weighed(one.close().calls, other.close().calls, (call) => rarity(callKey(call)));

/** Shared of all, each by its weight. */
const weighed = (
  ones: ReadonlySet<string>,
  others: ReadonlySet<string>,
  weight: (each: string) => number,
): number => {
  let shared = 0;
  let all = 0;
  for (const each of ones) {
    all += weight(each);
    if (others.has(each)) shared += weight(each);
  }
  for (const each of others) if (!ones.has(each)) all += weight(each);
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
 * How sure what two functions say and do is, from 0 to 1. The weights are those of a logistic regression on the pairs
 * of `test/fixtures/duplicates` that may be tuned for (docs/adr/0034), rounded.
 */
export const wordsScore = (one: Profile, other: Profile, rarity: Rarity): number => {
  const [here, there] = [one.close(), other.close()];
  const all = cosine(here.all, there.all, rarity);
  if (all === 0) return 0;
  const sum =
    BIAS +
    3.4 * all +
    4.9 * cosine(one.said, other.said, rarity) +
    1.7 * cosine(here.deeds, there.deeds, (deed) => rarity(deedKey(deed))) +
    1.9 * weighed(here.literals, there.literals, (literal) => rarity(literalKey(literal))) +
    2.1 * likeResults(here.given, there.given) +
    1.2 * (one.of.params.length === other.of.params.length ? 1 : 0) +
    1.8 * Math.max(covered(here.name, there.all, rarity), covered(there.name, here.all, rarity)) -
    0.45 * Math.abs(Math.log(one.of.text.length / other.of.text.length)) -
    1.2 * (isContrast(here, there) ? 1 : 0);
  const against = oppose(one.of.name, other.of.name) || answerOtherwise(one.of, other.of);
  return 1 / (1 + Math.exp(-(sum - (against ? OPPOSITE : 0))));
};

const BIAS = -7.85;

/** Encode and decode are about the same, and not the same; neither are what a thing is, and whether it is. */
const OPPOSITE = 3.5;

/** Where one does not say what it gives back, nothing is known of it. */
const likeResults = (one: Bag, other: Bag): number =>
  one.size === 0 || other.size === 0 ? 0.5 : cosine(one, other, () => 1);

/** How much of a name the other one says somewhere. */
const covered = (name: Bag, all: Bag, rarity: Rarity): number => {
  let said = 0;
  let sum = 0;
  for (const word of name.keys()) {
    const weight = rarity(word);
    sum += weight;
    if (all.has(word)) said += weight;
  }
  return sum === 0 ? 0 : said / sum;
};

/** Names that have words in common, and of which each has one that the other says nowhere: about two different things. */
const isContrast = (one: CloseLook, other: CloseLook): boolean => {
  const shared = [...one.name.keys()].some((word) => other.name.has(word));
  return shared && hasOwn(one.name, other) && hasOwn(other.name, one);
};

const hasOwn = (name: Bag, { all }: CloseLook): boolean =>
  [...name.keys()].some((word) => !all.has(word));

/**
 * Types by their members, constants by their values; a single one has to be of a like name. Where none is the same,
 * what they say is good for a place among the candidates.
 */
export const memberScore = (one: Profile, other: Profile, rarity: Rarity): number => {
  const said = cosine(one.said, other.said, rarity);
  const shared = overlap(one.members, other.members);
  const fewest = Math.min(one.members.size, other.members.size);
  if (shared > 0 && fewest >= LEAST_MEMBERS) return Math.min(1, shared * 0.75 + said * 0.25);
  if (shared === 1 && said > 0.5) return said;
  return LIKELY * cosine(one.close().all, other.close().all, rarity);
};

/** Names to the outside that are not the same: good for a place among the candidates. */
export const nameScore = (one: Profile, other: Profile, rarity: Rarity): number =>
  LIKELY * cosine(one.said, other.said, rarity);

const LEAST_MEMBERS = 2;
/** Less than what is told. */
const LIKELY = 0.45;
