import { charSet, complement, hasChar, intersect, SEPARATOR, soleChar } from './glob-char-set.ts';
import type { CharSet } from './glob-char-set.ts';

/** A state of the automaton of valid paths. */
export interface PathState {
  /** At most one of them reads a given character. */
  readonly edges: readonly PathEdge[];
  /** Null: a path cannot end here. Otherwise what ending here costs, as for an edge. */
  readonly endCost: number | null;
}

/** Reading any one character of `chars` leads to the state of index `to`. */
export interface PathEdge {
  readonly chars: CharSet;
  readonly to: number;
  /** How much a person would rather see another path, beyond what the character itself costs. */
  readonly cost: number;
}

/** Whether `path` is valid: see `PATH_STATES`. */
export function isValidPath(path: string): boolean {
  let state = PATH_STATES[0];
  for (const symbol of path) {
    const char = symbol.codePointAt(0) ?? 0;
    const edge = state?.edges.find(({ chars }) => hasChar(chars, char));
    if (edge === undefined) return false;
    state = PATH_STATES[edge.to];
  }
  return state !== undefined && state.endCost !== null;
}

/** What a name that starts with a dot costs: `src/a.ts` is a better example than `src/.ts`. */
const LEADING_DOT_COST = 4;

/** What git's own folder costs: more than any way around it that a pattern can spell out. */
const GIT_FOLDER_COST = 10_000;

const DOT = soleChar(0x2e);

/** What names are made of: no NUL, no separator, no half of a surrogate pair. */
const NAME = charSet([
  [0x01, 0x2e],
  [0x30, 0xd7_ff],
  [0xe0_00, 0x10_ff_ff],
]);

const NAME_WITHOUT_DOT = without(NAME, DOT);

const LETTER_G = soleChar(0x67);
const LETTER_I = soleChar(0x69);
const LETTER_T = soleChar(0x74);

const FIRST_DOT = 1;
const FIRST_DOT_G = 2;
const FIRST_DOT_GI = 3;
const FIRST_DOT_GIT = 4;
const TWO_DOTS = 5;
const IN_NAME = 6;
const NEXT = 7;
const NEXT_DOT = 8;

/**
 * The automaton of valid paths, deterministic, its start at index 0. A valid path is relative; its segments
 * are parted by single separators; none is empty, `.` or `..`; none holds NUL or half of a surrogate pair.
 * A first segment `.git` is valid but costs much, so that it only shows up where nothing else is left.
 */
export const PATH_STATES: readonly PathState[] = [
  // The start of the first segment.
  state(null, [edge(DOT, FIRST_DOT, LEADING_DOT_COST), edge(NAME_WITHOUT_DOT, IN_NAME)]),
  // `.`, `.g`, `.gi` and `.git` as the first segment so far.
  state(null, [
    edge(DOT, TWO_DOTS),
    edge(LETTER_G, FIRST_DOT_G),
    edge(without(NAME_WITHOUT_DOT, LETTER_G), IN_NAME),
  ]),
  state(0, [
    edge(LETTER_I, FIRST_DOT_GI),
    edge(without(NAME, LETTER_I), IN_NAME),
    edge(SEPARATOR, NEXT),
  ]),
  state(0, [
    edge(LETTER_T, FIRST_DOT_GIT),
    edge(without(NAME, LETTER_T), IN_NAME),
    edge(SEPARATOR, NEXT),
  ]),
  state(GIT_FOLDER_COST, [edge(NAME, IN_NAME), edge(SEPARATOR, NEXT, GIT_FOLDER_COST)]),
  // `..` as any segment so far.
  state(null, [edge(NAME, IN_NAME)]),
  // Inside a segment that is fine as it is.
  state(0, [edge(NAME, IN_NAME), edge(SEPARATOR, NEXT)]),
  // The start of a later segment, and `.` as that segment so far.
  state(null, [edge(DOT, NEXT_DOT, LEADING_DOT_COST), edge(NAME_WITHOUT_DOT, IN_NAME)]),
  state(null, [edge(DOT, TWO_DOTS), edge(NAME_WITHOUT_DOT, IN_NAME)]),
];

function state(endCost: number | null, edges: readonly PathEdge[]): PathState {
  return { edges, endCost };
}

function edge(chars: CharSet, to: number, cost = 0): PathEdge {
  return { chars, to, cost };
}

function without(set: CharSet, excluded: CharSet): CharSet {
  return intersect(set, complement(excluded));
}
