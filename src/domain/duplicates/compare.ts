import type { Addition, ExportChange, Use } from './addition.ts';
import { isTestPath } from './definition.ts';
import type { Definition } from './definition.ts';
import type { CodeFinding, Likely, Side } from './finding.ts';
import { outsideKey } from './outside-names.ts';
import type { Profile } from './profile.ts';
import { knownInBase, sharedBy } from './reported.ts';
import { rank } from './rank.ts';
import type { Match } from './rank.ts';
import type { Rarity } from './scores.ts';
import { whyAlike } from './why-alike.ts';

/** A delivery or workspace to be held against others. */
export interface Compared {
  readonly name: string;
  readonly addition: Addition;
  /** Of what it adds, as far as it is worth comparing. */
  readonly profiles: readonly Profile[];
}

/** What two deliveries do to each other's code. */
export const betweenTwo = (
  one: Compared,
  other: Compared,
  rarity: Rarity,
): readonly CodeFinding[] => {
  const duplicates = sharedBy(one.profiles, other.profiles, rarity)
    .filter(({ query }) => !OUTSIDE.has(query.of.kind))
    .map((match) => duplicateOf(match, one.name, other.name));
  const told = new Set(duplicates.flatMap(({ a, b }) => [placeKey(a), placeKey(b)]));
  return [
    ...duplicates,
    ...rivals(one, other).filter(({ a, b }) => !told.has(placeKey(a)) && !told.has(placeKey(b))),
    ...contracts(one, other),
    ...contracts(other, one),
  ];
};

/** What each addition of one may be among those of another, told or not. */
export const likelyBetween = (one: Compared, other: Compared, rarity: Rarity): readonly Likely[] =>
  rank(one.profiles, other.profiles, rarity).flatMap((matches, at) => {
    const query = one.profiles[at];
    if (query === undefined || matches.length === 0) return [];
    const candidates = matches.map((match) => ({
      side: sideOf(match.other.of, other.name),
      score: match.score,
    }));
    return [{ side: sideOf(query.of, one.name), candidates }];
  });

const OUTSIDE: ReadonlySet<Definition['kind']> = new Set(['route', 'table', 'command']);

/** What one delivery adds that is there already. */
export const againstBase = (
  { name, profiles }: Compared,
  base: readonly Profile[],
  rarity: Rarity,
): readonly CodeFinding[] =>
  knownInBase(
    profiles.filter(({ of }) => !OUTSIDE.has(of.kind)),
    base,
    rarity,
  ).map((match) => duplicateOf(match, name, null));

const duplicateOf = (match: Match, one: string, other: string | null): CodeFinding => ({
  kind: 'duplicate',
  a: sideOf(match.query.of, one),
  b: sideOf(match.other.of, other),
  score: match.score,
  why: whyAlike(match),
});

const sideOf = (definition: Definition, of: string | null): Side => ({
  of,
  symbol: definition.name,
  kind: definition.kind,
  path: definition.path,
  line: definition.line,
  endLine: definition.endLine,
  users: null,
});

const placeKey = ({ path, line, symbol }: Side): string => `${path}:${String(line)} ${symbol}`;

/** The same name to the outside in two places; in one file, git will say it. */
const rivals = (one: Compared, other: Compared): readonly CodeFinding[] => {
  const there = new Map<string, Definition>();
  for (const each of other.addition.added) {
    const key = rivalKey(each);
    if (key !== null && !there.has(key)) there.set(key, each);
  }
  return one.addition.added.flatMap((each): CodeFinding[] => {
    const key = rivalKey(each);
    const rival = key === null ? undefined : there.get(key);
    if (rival === undefined || rival.path === each.path) return [];
    const sides = { a: sideOf(each, one.name), b: sideOf(rival, other.name) };
    return [
      { kind: 'rival', ...sides, score: 1, why: `both define the ${each.kind} ${each.name}` },
    ];
  });
};

const rivalKey = (definition: Definition): string | null => {
  const { kind, family, name, path, owner, exported } = definition;
  if (isTestPath(path)) return null;
  if (kind === 'route' || kind === 'table' || kind === 'command') return outsideKey({ kind, name });
  if (!exported || owner !== null || name.length < LEAST_NAME || ANYWHERE.has(name)) return null;
  // Of these languages a name belongs to its package.
  const room = family === 'go' || family === 'java' ? path.slice(0, path.lastIndexOf('/')) : '';
  return `${kind} ${family} ${room} ${name}`;
};

const LEAST_NAME = 4;

/** Names that every other file has. */
const ANYWHERE = new Set(
  'main init setup default config options props Props State state handler route routes loader action schema Config Options logger router render create index'.split(
    ' ',
  ),
);

/** One takes away or changes what the other has begun to use. */
const contracts = (one: Compared, other: Compared): readonly CodeFinding[] =>
  one.addition.exports.flatMap((change): CodeFinding[] => {
    const use = other.addition.uses.find((each) => isUseOf(each, change));
    if (use === undefined) return [];
    const { name, kind, path, line } = change;
    const what =
      change.change === 'removed'
        ? `${one.name} takes ${name} away`
        : `${one.name} changes ${change.before} to ${change.after}`;
    const a = { of: one.name, symbol: name, kind, path, line, users: null };
    const b = { of: other.name, symbol: name, kind, path: use.path, line: use.line, users: null };
    return [
      {
        kind: 'contract',
        a,
        b,
        score: 1,
        why: `${what}, and ${other.name} has begun to use it as it was`,
      },
    ];
  });

/** A name alone says little: the file has to reach the one that defines it. */
const isUseOf = ({ name, path, reaches }: Use, change: ExportChange): boolean => {
  if (name !== change.name || path === change.path || isTestPath(path)) return false;
  const parts = change.path.replace(/\.\w+$/u, '').split('/');
  // In Go and Java a package is reached, elsewhere a file.
  const reached = parts.at(/\.(?:go|java)$/u.test(change.path) ? -2 : -1) ?? '';
  return reached !== '' && reaches.has(reached);
};
