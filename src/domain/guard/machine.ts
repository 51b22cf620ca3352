import type { Ground, World } from './ground.ts';
import type { Node, Script } from './shell.ts';
import type { Known, State } from './state.ts';
import type { Objection } from './verdict.ts';

/** What a command leaves behind: the shell after it, and what it printed. */
export interface Outcome {
  readonly state: State;
  readonly output: Known;
}

/** One command about to be run: its name and arguments are expanded. */
export interface Call {
  readonly name: string;
  readonly args: readonly string[];
  readonly state: State;
}

/** What a command does to a path: `remove` takes away the name itself, `tree` all that is below too. */
export type How = 'file' | 'folder' | 'remove' | 'tree';

/** Who is told of what a command line does on its way, whether or not it is objected to. */
export interface Watch {
  /** A command is about to run: its name and arguments are expanded. */
  ran(fields: readonly string[], state: State): void;
  /** A write is about to happen, at each of these places (see `walked`). */
  wrote(places: readonly string[], how: How): void;
  /** A text goes into a file: all of it, or what is added to it. */
  filled(place: string, text: string): void;
}

/** What the parts of the interpreter share. */
export interface Machine {
  readonly watch: Watch;
  readonly ground: Ground;
  readonly world: World;
  parse(text: string): Script;
  object(objection: Objection): void;
  /** Runs a text as a script in a shell as it stands. */
  script(text: string, state: State): Outcome;
  nodes(nodes: readonly Node[], state: State): Outcome;
  /** Runs expanded fields as a command; a wrapper hands on what it wraps. */
  fields(fields: readonly string[], state: State): Outcome;
  /** Runs something aside and tells whether anything would be objected to; nothing is kept. */
  trial(run: () => void): readonly Objection[];
  /** How deep scripts lie in one another. */
  readonly depth: { level: number };
}

export const nothing = (state: State): Outcome => ({ state, output: null });

/** A wrapped command's own shell: what it changes is gone with it. */
export const aside = (before: State, { output, state }: Outcome): Outcome => ({
  state: state.files === before.files ? before : { ...before, files: state.files },
  output,
});
