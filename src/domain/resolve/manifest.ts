import { canonicalJson } from '../canonical-json.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { parseJsonText } from './json-text.ts';
import type { JsonMember, JsonNode, JsonObject } from './json-text.ts';

/** A file as both sides had it when they parted, and as each has it now. `base` null: both made it. */
export interface ThreeTexts {
  readonly base: string | null;
  readonly ours: string;
  readonly theirs: string;
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
  const work: Work = { took: [], clashes: [] };
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
  for (const member of ours.node.members) {
    const text = settle(work, sides, [...path, member.key]);
    if (text !== null) kept.push({ key: member.key, text });
    same &&= text === slice(ours, member);
  }
  const known = new Set(ours.node.members.map(({ key }) => key));
  for (const member of theirs.node.members) {
    if (known.has(member.key)) continue;
    const text = settle(work, sides, [...path, member.key]);
    if (text === null) continue;
    kept.splice(placeFor(kept, member.key, theirs), 0, { key: member.key, text });
    same = false;
  }
  return same ? slice(ours, ours.node) : render(kept, ours, theirs);
};

/** What becomes of one key: a member's text, or null where the result does not have it. */
const settle = (work: Work, sides: Sides, path: readonly string[]): string | null => {
  const key = path.at(-1) ?? '';
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map((side) =>
    memberOf(side, key),
  );
  const before = valueOf(sides.base, base);
  const [mine, other] = [valueOf(sides.ours, ours), valueOf(sides.theirs, theirs)];
  const ownText = ours === undefined ? null : slice(sides.ours, ours);
  if (other === before || other === mine) return ownText;
  const name = path.join('.');
  if (mine === before) {
    work.took.push(name);
    return theirs === undefined ? null : slice(sides.theirs, theirs);
  }
  const [mineNode, otherNode] = [ours?.value, theirs?.value];
  if (ours !== undefined && mineNode?.kind === 'object' && otherNode?.kind === 'object') {
    const inner: Sides = {
      base: within(sides.base, base?.value) ?? EMPTY,
      ours: { text: sides.ours.text, node: mineNode },
      theirs: { text: sides.theirs.text, node: otherNode },
    };
    const head = sides.ours.text.slice(ours.start, mineNode.start);
    return head + mergeObjects(work, inner, path);
  }
  work.clashes.push(
    `${name} is ${said(sides.ours, ours)} on the target and ${said(sides.theirs, theirs)} here`,
  );
  return ownText;
};

const memberOf = ({ node }: Side, key: string): JsonMember | undefined =>
  node.members.find((member) => member.key === key);

const within = ({ text }: Side, node: JsonNode | undefined): Side | null =>
  node?.kind === 'object' ? { text, node } : null;

const slice = ({ text }: Side, { start, end }: { readonly start: number; readonly end: number }) =>
  text.slice(start, end);

/** The value whatever its white space and the order of its keys; null: there is none. */
const valueOf = (side: Side, member: JsonMember | undefined): string | null =>
  member === undefined ? null : canonicalJson(JSON.parse(slice(side, member.value)));

/** Longer values say nothing in a sentence. */
const MOST_SAID = 60;

const said = (side: Side, member: JsonMember | undefined): string => {
  const value = valueOf(side, member) ?? 'gone';
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
