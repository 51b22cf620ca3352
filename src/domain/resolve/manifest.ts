import { canonicalJson } from '../canonical-json.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { parseJsonText } from './json-text.ts';
import type { JsonMember, JsonNode, JsonObject } from './json-text.ts';
import { mayMergeKeys, isBelowOrdered } from './ordered-keys.ts';

/** A file as both sides had it when they parted, and as each has it now. `base` null: both made it. */
export interface ThreeTexts {
  readonly base: string | null;
  readonly ours: string;
  readonly theirs: string;
  /** As git has merged it line by line; null: it could not. */
  readonly merged?: string | null;
}

/** A merged manifest, and the keys (`dependencies.zod`) that were taken over into our side's text. */
export interface MergedManifest {
  readonly text: string;
  readonly took: readonly string[];
}

/**
 * Merges a JSON manifest key by key. Our side's text is kept as it stands; what only their side has changed is
 * written into it, in the words of their text. The error says which keys both have changed in different ways.
 */
export const mergeManifest = (texts: ThreeTexts): Result<MergedManifest, string> => {
  const base = texts.base === null ? EMPTY : sideOf(texts.base);
  const [ours, theirs] = [sideOf(texts.ours), sideOf(texts.theirs)];
  if (base === null || ours === null || theirs === null)
    return err('it is no JSON object with each key once');
  const lines = typeof texts.merged === 'string' ? sideOf(texts.merged) : null;
  const work: Work = { took: [], clashes: [], lines };
  const merged = mergeObjects(work, { base, ours, theirs }, []);
  const doubled = work.clashes.length > 0 ? [] : inTwoGroups(merged, [texts.ours, texts.theirs]);
  const problems = [...work.clashes, ...doubled];
  if (problems.length > 0) return err(problems.join('; '));
  const { start, end } = ours.node;
  const text = texts.ours.slice(0, start) + merged + texts.ours.slice(end);
  return ok({ text, took: work.took });
};

interface Work {
  readonly took: string[];
  readonly clashes: string[];
  /** What git made of the lines; null: no such text can be read. */
  readonly lines: Side | null;
}

/** An object, and the text that it stands in. */
interface Side {
  readonly text: string;
  readonly node: JsonObject;
}

interface Sides {
  readonly base: Side;
  readonly ours: Side;
  readonly theirs: Side;
}

const EMPTY: Side = { text: '{}', node: { kind: 'object', start: 0, end: 2, members: [] } };

const sideOf = (text: string): Side | null => {
  const node = parseJsonText(text);
  return node === null ? null : { text, node };
};

/** A member of the result: its text as one of the sides has it, or as it was merged. */
interface Kept {
  readonly key: string;
  readonly text: string;
}

/** The merged object as text. */
const mergeObjects = (work: Work, sides: Sides, path: readonly string[]): string => {
  const { ours, theirs } = sides;
  const kept: Kept[] = [];
  let same = true;
  const members = membersOf(sides);
  for (const member of ours.node.members) {
    const text = settle(work, sides, members(member.key), [...path, member.key]);
    if (text !== null) kept.push({ key: member.key, text });
    same &&= text === slice(ours, member);
  }
  const known = new Set(ours.node.members.map(({ key }) => key));
  for (const member of theirs.node.members) {
    if (known.has(member.key)) continue;
    const text = settle(work, sides, members(member.key), [...path, member.key]);
    if (text === null) continue;
    kept.splice(placeFor(kept, member.key, theirs), 0, { key: member.key, text });
    same = false;
  }
  return same ? slice(ours, ours.node) : render(kept, ours, theirs);
};

/** One key as each side has it. */
type Members = readonly [
  base: JsonMember | undefined,
  ours: JsonMember | undefined,
  theirs: JsonMember | undefined,
];

const membersOf = ({ base, ours, theirs }: Sides): ((key: string) => Members) => {
  const [before, mine, other] = [byKey(base), byKey(ours), byKey(theirs)];
  return (key) => [before.get(key), mine.get(key), other.get(key)];
};

const byKey = ({ node }: Side): ReadonlyMap<string, JsonMember> =>
  new Map(node.members.map((member) => [member.key, member]));

/** What becomes of one key: a member's text, or null where the result does not have it. */
const settle = (
  work: Work,
  sides: Sides,
  [base, ours, theirs]: Members,
  path: readonly string[],
): string | null => {
  const valueOf = isBelowOrdered(path) ? orderedValueOf : anyValueOf;
  const before = valueOf(sides.base, base);
  const [mine, other] = [valueOf(sides.ours, ours), valueOf(sides.theirs, theirs)];
  const ownText = ours === undefined ? null : slice(sides.ours, ours);
  if (other === before || other === mine) return ownText;
  const name = path.join('.');
  if (mine === before) {
    work.took.push(name);
    return theirs === undefined ? null : slice(sides.theirs, theirs);
  }
  const inner = innerSides(sides, [base, ours, theirs], path);
  if (ours !== undefined && inner !== null) {
    const head = sides.ours.text.slice(ours.start, ours.value.start);
    return head + mergeObjects(work, inner, path);
  }
  const lines = mergedLines(work.lines, path, [mine, other]);
  if (lines !== null) {
    work.took.push(name);
    return lines;
  }
  work.clashes.push(
    `${name} is ${said(sides.ours, ours)} on the target and ${said(sides.theirs, theirs)} here`,
  );
  return ownText;
};

/** The objects that a key has on both sides; null: it has none, or their keys must not be mixed. */
const innerSides = (
  sides: Sides,
  [base, ours, theirs]: Members,
  path: readonly string[],
): Sides | null => {
  const inner = {
    base: within(sides.base, base?.value) ?? EMPTY,
    ours: within(sides.ours, ours?.value),
    theirs: within(sides.theirs, theirs?.value),
  };
  if (inner.ours === null || inner.theirs === null) return null;
  const both = { base: inner.base, ours: inner.ours, theirs: inner.theirs };
  const [before, mine, other] = [both.base, both.ours, both.theirs].map(keysOf);
  return mayMergeKeys(path, { base: before ?? [], ours: mine ?? [], theirs: other ?? [] })
    ? both
    : null;
};

const keysOf = ({ node }: Side): readonly string[] => node.members.map(({ key }) => key);

/** What git has made of the lines of a value that both sides have changed; null: it is none that holds just what they have. */
const mergedLines = (
  lines: Side | null,
  path: readonly string[],
  values: readonly (string | null)[],
): string | null => {
  const found = lines === null ? null : memberAt(lines, path);
  if (lines === null || found === null) return null;
  const both: unknown = JSON.parse(slice(lines, found.value));
  const [mine, other] = values.map((value): unknown => JSON.parse(value ?? 'null'));
  const fits =
    Array.isArray(mine) && Array.isArray(other) && Array.isArray(both)
      ? holdsNoMore(both, mine, other)
      : isBelowOrdered(path) && [mine, other, both].every(isObject);
  return fits ? slice(lines, found) : null;
};

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether each entry is there no more often than on one of the sides: lines that both have added can be there twice. */
const holdsNoMore = (
  both: readonly unknown[],
  mine: readonly unknown[],
  other: readonly unknown[],
): boolean => {
  const [known, more] = [counted(mine), counted(other)];
  return [...counted(both)].every(
    ([entry, count]) => count <= Math.max(known.get(entry) ?? 0, more.get(entry) ?? 0),
  );
};

const memberAt = (side: Side, path: readonly string[]): JsonMember | null => {
  let at: Side | null = side;
  let found: JsonMember | null = null;
  for (const key of path) {
    found = at?.node.members.find((member) => member.key === key) ?? null;
    at = within(side, found?.value);
  }
  return found;
};

const counted = (list: readonly unknown[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const entry of list.map(canonicalJson)) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  return counts;
};

const within = ({ text }: Side, node: JsonNode | undefined): Side | null =>
  node?.kind === 'object' ? { text, node } : null;

const slice = ({ text }: Side, { start, end }: { readonly start: number; readonly end: number }) =>
  text.slice(start, end);

/** The value whatever its white space, with its keys in their order; null: there is none. */
const orderedValueOf = (side: Side, member: JsonMember | undefined): string | null =>
  member === undefined ? null : JSON.stringify(JSON.parse(slice(side, member.value)));

/** The same, whatever the order of its keys. */
const anyValueOf = (side: Side, member: JsonMember | undefined): string | null =>
  member === undefined ? null : canonicalJson(JSON.parse(slice(side, member.value)));

/** Longer values say nothing in a sentence. */
const MOST_SAID = 60;

const said = (side: Side, member: JsonMember | undefined): string => {
  const value = orderedValueOf(side, member) ?? 'gone';
  return value.length > MOST_SAID ? `${value.slice(0, MOST_SAID)}…` : value;
};

/** Where a new key goes: where it sorts in, among sorted keys, else behind the one that it stands behind over there. */
const placeFor = (kept: readonly Kept[], key: string, theirs: Side): number => {
  const keys = kept.map((each) => each.key);
  if (keys.length > 1 && isSorted(keys) && isSorted(theirs.node.members.map((each) => each.key))) {
    const next = keys.findIndex((other) => other > key);
    return next === -1 ? keys.length : next;
  }
  const at = theirs.node.members.findIndex((member) => member.key === key);
  const before = theirs.node.members.slice(0, at).findLast((member) => keys.includes(member.key));
  return before === undefined ? 0 : keys.indexOf(before.key) + 1;
};

const isSorted = (keys: readonly string[]): boolean =>
  keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);

/** White space between members is as our side has it; where it has none, as theirs has it. */
const render = (kept: readonly Kept[], ours: Side, theirs: Side): string => {
  if (kept.length === 0) return '{}';
  const model = ours.node.members.length > 0 ? ours : theirs;
  const { text, node } = model;
  const [first, last] = [node.members[0], node.members.at(-1)];
  if (first === undefined || last === undefined)
    return `{${kept.map((each) => each.text).join(',')}}`;
  const open = text.slice(node.start, first.start);
  const close = text.slice(last.end, node.end);
  return open + kept.map((each) => each.text).join(`,${open.slice(1)}`) + close;
};

const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/** A package that one side put into one group and the other into another: both lines are good, and not together. */
const inTwoGroups = (merged: string, sides: readonly string[]): readonly string[] => {
  const known = new Set(sides.flatMap(doubledIn));
  return doubledIn(merged)
    .filter((name) => !known.has(name))
    .map((name) => `${name} would be in two groups of dependencies`);
};

const doubledIn = (text: string): readonly string[] => {
  const manifest = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const names = GROUPS.flatMap((group) => {
    const of = manifest[group];
    return typeof of === 'object' && of !== null ? Object.keys(of) : [];
  });
  return names.filter((name, index) => names.indexOf(name) !== index);
};
