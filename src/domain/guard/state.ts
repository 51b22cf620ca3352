import type { Node } from './shell.ts';
import { ANYTHING, alternatives, MARK } from './value.ts';

/** What a variable may hold: alternatives, each a list of fields (an array has several). */
export type Holding = readonly (readonly string[])[];

/** Alternatives of text, or null: nothing is known of it. */
export type Known = readonly string[] | null;

/** What the interpreter knows of a shell at one point of a command line. */
export interface State {
  /** Where it may stand: absolute, as the shell would say it. */
  readonly cwds: readonly string[];
  /** Where it stands if the last `cd` failed. */
  readonly stayed: readonly string[];
  readonly before: readonly string[];
  readonly stack: readonly (readonly string[])[];
  readonly variables: ReadonlyMap<string, Holding>;
  readonly exported: ReadonlySet<string>;
  readonly functions: ReadonlyMap<string, Node>;
  readonly aliases: ReadonlyMap<string, string>;
  /** Positional parameters; null: unknown. */
  readonly parameters: readonly string[] | null;
  /** What was written into files so far, by their paths. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** What is to be run at the end. */
  readonly traps: readonly string[];
  /** What is on standard input. */
  readonly input: Known;
}

export const startState = (cwd: string): State => ({
  cwds: [cwd],
  stayed: [],
  before: [],
  stack: [],
  variables: new Map(),
  exported: new Set(),
  functions: new Map(),
  aliases: new Map(),
  parameters: null,
  files: new Map(),
  traps: [],
  input: null,
});

const MOST_LENGTH = 50_000;

export function withVariable(state: State, name: string, holding: Holding): State {
  const length = holding.reduce((sum, fields) => sum + fields.join('').length, 0);
  // What doubles itself would soon be longer than any text can be.
  const kept = holding.length > 8 || length > MOST_LENGTH ? [[MARK.any]] : holding;
  return { ...state, variables: new Map(state.variables).set(name, kept) };
}

/** After one of several ways, and it is not known which. */
export function merged(one: State, other: State): State {
  if (one === other) return one;
  return {
    ...other,
    cwds: alternatives([...one.cwds, ...other.cwds]),
    stayed: alternatives([...one.stayed, ...other.stayed]),
    before: alternatives([...one.before, ...other.before]),
    stack: one.stack.length > other.stack.length ? one.stack : other.stack,
    variables: mergedMaps(one.variables, other.variables, bothHoldings),
    exported: new Set([...one.exported, ...other.exported]),
    functions: new Map([...one.functions, ...other.functions]),
    aliases: new Map([...one.aliases, ...other.aliases]),
    parameters: sameList(one.parameters, other.parameters) ? one.parameters : null,
    traps: [...new Set([...one.traps, ...other.traps])],
    files: mergedMaps(one.files, other.files, (a, b) => alternatives([...a, ...b])),
  };
}

function mergedMaps<V>(
  one: ReadonlyMap<string, V>,
  other: ReadonlyMap<string, V>,
  both: (a: V, b: V) => V,
): ReadonlyMap<string, V> {
  if (one === other) return one;
  const all = new Map(one);
  for (const [key, value] of other) {
    const had = all.get(key);
    all.set(key, had === undefined || had === value ? value : both(had, value));
  }
  return all;
}

function bothHoldings(one: Holding, other: Holding): Holding {
  const all = new Map([...one, ...other].map((fields) => [fields.join('\0'), fields]));
  return all.size > 8 ? [ANYTHING] : [...all.values()];
}

const sameList = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.length === other.length &&
    one.every((each, at) => each === other[at]));

/** Whether a loop's further turn would find what it has found already. */
export const standsAlike = (one: State, other: State): boolean =>
  sameList(one.cwds, other.cwds) && one.variables.size === other.variables.size;

/** After a command that is not joined by `&&` to the next one, a `cd` may have failed. */
export const settled = (state: State): State =>
  state.stayed.length === 0
    ? state
    : { ...state, cwds: alternatives([...state.cwds, ...state.stayed]), stayed: [] };
