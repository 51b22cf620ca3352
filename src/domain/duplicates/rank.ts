import type { Profile } from './profile.ts';
import { outsideKey } from './outside-names.ts';
import {
  callsScore,
  idfOf,
  memberScore,
  nameScore,
  overlap,
  squareOf,
  wordsScore,
} from './scores.ts';
import type { Rarity } from './scores.ts';

/** Why two definitions are held to be the same: each from 0 to 1, and the highest of them counts. */
export interface Scores {
  /** Runs of tokens that they share. */
  readonly shape: number;
  /** What names, documentation and text say. */
  readonly words: number;
  /** What they call, and how many parameters they have. */
  readonly calls: number;
}

/** A definition, and one that may be the same. */
export interface Match {
  readonly query: Profile;
  readonly other: Profile;
  readonly score: number;
  readonly scores: Scores;
}

/** Candidates for each. */
export const MOST_CANDIDATES = 3;

/** For each of `queries` the candidates among `others`, the likeliest first. Each is held against each. */
export const rank = (
  queries: readonly Profile[],
  others: readonly Profile[],
  rarity: Rarity = idfOf([...queries, ...others]),
): readonly (readonly Match[])[] => {
  const best: Match[][] = queries.map(() => []);
  for (const [at, query] of queries.entries())
    for (const other of others) {
      const match = matchOf(query, other, rarity);
      if (match !== null) insert(best[at] ?? [], match);
    }
  return best;
};

/**
 * The same among a whole base: an inverted index of the queries finds, for each of the base, the few
 * that say much of the same, have a good part of its shape, or a member in common. Those alone are
 * looked at closely.
 */
export const rankInBase = (
  queries: readonly Profile[],
  base: readonly Profile[],
  rarity: Rarity,
): readonly (readonly Match[])[] => {
  const near = nearby(queries, rarity);
  const best: Match[][] = queries.map(() => []);
  for (const other of base)
    for (const at of near(other)) {
      const query = queries[at];
      const match = query === undefined ? null : matchOf(query, other, rarity);
      if (match !== null) insert(best[at] ?? [], match);
    }
  return best;
};

/** Null: they are not to be compared, or have nothing in common. */
const matchOf = (query: Profile, other: Profile, rarity: Rarity): Match | null => {
  const { kind, family } = query.of;
  if (kind !== other.of.kind || family !== other.of.family || query === other) return null;
  const scores =
    kind === 'function'
      ? functionScores(query, other, rarity)
      : { shape: 0, words: likeness(query, other, rarity), calls: 0 };
  const score = Math.max(scores.shape, scores.words, scores.calls);
  return score > 0 ? { query, other, score, scores } : null;
};

const functionScores = (query: Profile, other: Profile, rarity: Rarity): Scores => {
  const calls = callsScore(query, other, rarity);
  const same =
    Math.min(query.size, other.size) < LEAST_SHAPE ? 0 : overlap(query.shingles, other.shingles);
  return {
    shape: same >= COPY ? same : same * SHAPE_COUNTS,
    words: wordsScore(query, other, rarity),
    calls: calls * CALLS_COUNT,
  };
};

/** So much of the same shape is no coincidence. */
export const COPY = 0.9;
/** Less of it alone is good for a place among the candidates: loops over a list look alike. */
const SHAPE_COUNTS = 0.5;
/** Fewer tokens say nothing by their shape. */
export const LEAST_SHAPE = 18;
/** Alone, calls are good for a place among the candidates. */
const CALLS_COUNT = 0.4;

const likeness = (query: Profile, other: Profile, rarity: Rarity): number => {
  switch (query.of.kind) {
    case 'type':
    case 'constant':
      return memberScore(query, other, rarity);
    default:
      return outsideKey(query.of as Outside) === outsideKey(other.of as Outside)
        ? 1
        : nameScore(query, other, rarity);
  }
};

type Outside = Parameters<typeof outsideKey>[0];

const insert = (list: Match[], match: Match): void => {
  const at = list.findIndex(({ score }) => score < match.score);
  if (at === -1) list.push(match);
  else list.splice(at, 0, match);
  if (list.length > MOST_CANDIDATES) list.pop();
};

/** What is said in common, as a cosine, from which a look is worth it; shared runs, of all. */
const NEAR_SAID = 0.4;
const NEAR_SHAPE = 0.8;

type Postings<K> = ReadonlyMap<K, readonly number[]>;

const nearby = (
  queries: readonly Profile[],
  rarity: Rarity,
): ((other: Profile) => ReadonlySet<number>) => {
  const saying = postings(queries, ({ said }) => said.keys());
  const shaped = postings(queries, ({ shingles }) => shingles);
  const having = postings(queries, keysOf);
  const squares = queries.map(({ said }) => squareOf(said, rarity));
  const sums = new Float64Array(queries.length);
  const collect = <K>(
    keys: Iterable<K>,
    where: Postings<K>,
    weigh: (key: K, at: number) => number,
  ): ReadonlySet<number> => {
    const touched = new Set<number>();
    for (const key of keys)
      for (const at of where.get(key) ?? []) {
        if (!touched.has(at)) sums[at] = 0;
        touched.add(at);
        sums[at] = (sums[at] ?? 0) + weigh(key, at);
      }
    return touched;
  };
  return (other) => {
    const found = new Set<number>(collect(keysOf(other), having, () => 1));
    const weigh = (word: string, at: number): number =>
      Math.sqrt((other.said.get(word) ?? 0) * (queries[at]?.said.get(word) ?? 0)) *
      rarity(word) ** 2;
    const said = collect(other.said.keys(), saying, weigh);
    const square = said.size === 0 ? 0 : squareOf(other.said, rarity);
    for (const at of said)
      if ((sums[at] ?? 0) >= NEAR_SAID * Math.sqrt(square * (squares[at] ?? 0))) found.add(at);
    for (const at of collect(other.shingles, shaped, () => 1)) {
      const all = (queries[at]?.shingles.size ?? 0) + other.shingles.size;
      if ((sums[at] ?? 0) * (1 + NEAR_SHAPE) >= NEAR_SHAPE * all) found.add(at);
    }
    return found;
  };
};

const postings = <K>(
  queries: readonly Profile[],
  keys: (query: Profile) => Iterable<K>,
): Postings<K> => {
  const found = new Map<K, number[]>();
  for (const [at, query] of queries.entries())
    for (const key of keys(query)) {
      const known = found.get(key);
      if (known === undefined) found.set(key, [at]);
      else known.push(at);
    }
  return found;
};

const keysOf = ({ of, members }: Profile): Iterable<string> =>
  of.kind === 'type' || of.kind === 'constant'
    ? members
    : of.kind === 'function'
      ? []
      : [outsideKey(of as Outside)];
