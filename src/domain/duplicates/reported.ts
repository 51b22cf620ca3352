import type { Definition } from './definition.ts';
import { isTestPath } from './definition.ts';
import { profileOf } from './profile.ts';
import type { Profile } from './profile.ts';
import { COPY, rank, rankInBase } from './rank.ts';
import type { Match } from './rank.ts';
import type { Rarity } from './scores.ts';

/** From here on a pair is told: see docs/adr/0034 for how it was chosen. */
export const REPORTED_FROM = 0.5;
/** The next likely candidate of either side has to be this much behind: where several would do, none does. */
const MARGIN = 0.1;
/** Among thousands of others something alike is always found. */
const REPORTED_FROM_IN_BASE = 0.97;

/** What is worth comparing of what was defined. */
export const comparable = (definitions: readonly Definition[]): readonly Profile[] =>
  definitions.filter(isComparable).map(profileOf);

const isComparable = (definition: Definition): boolean =>
  !isTestPath(definition.path) && (definition.kind !== 'function' || !isIdle(definition));

/** Constructors, accessors and what a language asks of a type are alike everywhere, and nobody would share them. */
const isIdle = ({ name, owner, text }: Definition): boolean =>
  STARTS.has(name) ||
  name === owner ||
  (owner !== null && ASKED_FOR.has(name)) ||
  (text.length < MOST_IDLE && ACCESSOR.test(text));

const STARTS = new Set(['constructor', '__init__', 'new', 'main', 'init', 'default']);
/** Of members. */
const ASKED_FOR = new Set(
  (
    'fmt toString String Error __str__ __repr__ __eq__ __hash__ equals hashCode eq hash clone drop from ' +
    'compareTo cmp partial_cmp iterator next toJSON'
  ).split(' '),
);
const MOST_IDLE = 240;
const ACCESSOR =
  /^(?:[^{}]*\{|(?:async )?def [^\n]*:)\s*(?:return\s+&?\w+(?:(?:\.|->)\w+)?(?:\(\))?|&?(?:this|self)\.\w+(?:\(\))?|(?:this|self)\.\w+ = \w+);?\s*\}?$/u;

/** What two deliveries both wrote: each is the best candidate of the other, and by far. */
export const sharedBy = (
  ones: readonly Profile[],
  others: readonly Profile[],
  rarity: Rarity,
): readonly Match[] => {
  const there = rank(ones, others, rarity);
  const back = new Map(rank(others, ones, rarity).map((list, at) => [others[at], list]));
  return there
    .flatMap((list) => {
      const [match, next] = list;
      if (match === undefined || match.score < REPORTED_FROM) return [];
      const [other, otherNext] = back.get(match.other) ?? [];
      if (other?.other !== match.query) return [];
      const rival = Math.max(next?.score ?? 0, otherNext?.score ?? 0);
      return match.score - rival >= MARGIN || match.scores.shape >= COPY ? [match] : [];
    })
    .toSorted((one, other) => other.score - one.score);
};

/** What is there already: of what is added, the best candidate in the base, one addition for each. */
export const knownInBase = (
  added: readonly Profile[],
  base: readonly Profile[],
  rarity: Rarity,
): readonly Match[] => {
  const best = rankInBase(added, base, rarity)
    .flatMap(([match]) =>
      match !== undefined && match.score >= REPORTED_FROM_IN_BASE ? [match] : [],
    )
    .toSorted((one, other) => other.score - one.score);
  const taken = new Set<Profile>();
  return best.filter(({ other }) => !taken.has(other) && taken.add(other));
};
