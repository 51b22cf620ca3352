import type { Bag } from './bag.ts';
import { deedsOf } from './deeds.ts';
import type { Definition } from './definition.ts';
import { givenBy } from './given.ts';
import { runsOf } from './shape.ts';
import { scanTokens } from './tokens.ts';
import { subWords } from './words.ts';

/** What is compared of a definition. */
export interface Profile {
  readonly of: Definition;
  /** Runs of tokens under which free names are numbers, as hashes. */
  readonly shingles: ReadonlySet<number>;
  /** How many tokens it has. */
  readonly size: number;
  /** What its name, documentation and parameters say. */
  readonly said: Bag;
  /** Of a type its members, of a constant its values. */
  readonly members: ReadonlySet<string>;
  /** Read by the first who asks: most of a base is never looked at so closely. */
  readonly close: () => CloseLook;
}

/** What the text of a function says. */
export interface CloseLook {
  readonly name: Bag;
  readonly body: Bag;
  /** Of both: the text, and what is said of it. */
  readonly all: Bag;
  readonly calls: ReadonlySet<string>;
  readonly deeds: Bag;
  /** Numbers and texts in it that not every other function has. */
  readonly literals: ReadonlySet<string>;
  readonly given: Bag;
}

/** Reads a definition for comparing. */
export const profileOf = (definition: Definition): Profile => {
  const { kind, name, doc, params } = definition;
  const said = new Map<string, number>();
  count(said, subWords(name), 2);
  count(said, subWords(doc), 1);
  if (kind === 'function') count(said, params.flatMap(subWords), 0.5);
  let look: CloseLook | null = null;
  return {
    of: definition,
    ...(kind === 'function' ? shapeOf(definition) : { shingles: NONE, size: 0 }),
    said,
    members: membersOf(definition),
    close: () => (look ??= lookAt(definition, said)),
  };
};

const NONE: ReadonlySet<never> = new Set();

const count = (bag: Map<string, number>, words: readonly string[], weight: number): void => {
  for (const word of words) bag.set(word, (bag.get(word) ?? 0) + weight);
};

const lookAt = (definition: Definition, said: Bag): CloseLook => {
  const { kind, family, name, text } = definition;
  const body = new Map<string, number>();
  const literals = new Set<string>();
  const calls = new Set<string>();
  if (kind === 'function')
    scanTokens(text, family, (token, start, end) => {
      if (token === 'fixed') return;
      const word = text.slice(start, end);
      if (token === 'literal' && !COMMON.has(word)) literals.add(word.toLowerCase());
      count(body, subWords(word), 1);
      if (token === 'called' && word !== name) calls.add(word);
    });
  else if (kind === 'type') count(body, definition.params.flatMap(subWords), 1);
  const all = new Map(body);
  for (const [word, times] of said) all.set(word, (all.get(word) ?? 0) + times);
  const isFunction = kind === 'function';
  return {
    name: bagOf(subWords(name)),
    body,
    all,
    calls,
    literals,
    deeds: isFunction ? deedsOf(text, family) : EMPTY,
    given: isFunction ? givenBy(definition) : EMPTY,
  };
};

const EMPTY: Bag = new Map();
const COMMON = new Set(['', '0', '1', '2']);

const bagOf = (words: readonly string[]): Bag => {
  const bag = new Map<string, number>();
  count(bag, words, 1);
  return bag;
};

const shapeOf = ({ text, family }: Definition): Pick<Profile, 'shingles' | 'size'> => {
  const codes: number[] = [];
  scanTokens(text, family, (token, _start, _end, hash) => {
    codes.push(token === 'free' ? hash | 1 : hash & ~1);
  });
  const shingles = new Set<number>();
  runsOf(codes, (run) => shingles.add(run));
  return { shingles, size: codes.length };
};

const membersOf = (definition: Definition): ReadonlySet<string> => {
  const { kind, family, name, params, text } = definition;
  if (kind === 'type')
    return new Set(params.map((param) => param.replaceAll('_', '').toLowerCase()));
  if (kind !== 'constant' || text.length > MOST_VALUES) return NONE;
  const found = new Set<string>();
  scanTokens(text, family, (token, start, end) => {
    const word = text.slice(start, end);
    if (token === 'fixed' || token === 'called' || word === name || CONTAINERS.has(word)) return;
    for (const value of word.split(/\s+/u)) {
      const plain = value.replaceAll(/^\W+|\W+$|(?<=\d)_(?=\d)/gu, '').toLowerCase();
      if (plain !== '') found.add(plain);
    }
  });
  return found;
};

/** A longer constant is data. */
const MOST_VALUES = 20_000;

/** What values are put into, and what they are said to be. */
const CONTAINERS = new Set(
  'Map Set Object Record Readonly ReadonlyMap ReadonlySet string number boolean List Arrays String int long static public final private str usize u32 i32 f64'.split(
    ' ',
  ),
);
