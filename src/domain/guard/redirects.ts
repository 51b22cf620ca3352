import type { Machine, Outcome } from './machine.ts';
import { walked } from './paths.ts';
import type { Redirect, Word } from './shell.ts';
import type { Known, State } from './state.ts';
import { objectToWrite } from './targets.ts';
import { hasMarks } from './value.ts';
import { objectToPlanted } from './planted.ts';
import { wordTexts } from './words.ts';

/** Runs something with redirections around it. */
export function redirected(
  machine: Machine,
  redirects: readonly Redirect[],
  state: State,
  run: (state: State) => Outcome,
): Outcome {
  if (redirects.length === 0) return run(state);
  let { input } = state;
  const written: { readonly paths: readonly string[]; readonly descriptor: number }[] = [];
  for (const each of redirects) {
    if (each.kind === 'text') input = wordTexts(each.word, state, machine);
    else if (each.kind === 'read') input = contents(each.target, state, machine);
    else if (each.kind === 'write')
      written.push({
        paths: wordTexts(each.target, state, machine),
        descriptor: each.descriptor,
      });
  }
  for (const { paths } of written)
    for (const path of paths) objectToWrite(machine, { path, how: 'file', state, fields: [] });
  const outcome = run({ ...state, input });
  const last = written.findLast(({ descriptor }) => descriptor === 1);
  const after = { ...outcome.state, input: state.input };
  if (last === undefined) return { ...outcome, state: after };
  return { state: withFile(machine, after, last.paths, outcome.output), output: [''] };
}

/** What is in a file, as far as this command line has written it; or what a command in `<(…)` prints. */
function contents(target: Word, state: State, machine: Machine): Known {
  const [only] = target.pieces;
  if (only?.kind === 'process') return machine.nodes(only.script.body, state).output;
  return wordTexts(target, state, machine).flatMap((path) => knownFile(machine, state, path) ?? [])
    .length === 0
    ? null
    : wordTexts(target, state, machine).flatMap((path) => knownFile(machine, state, path) ?? []);
}

/** What this command line has written into a file, or null. */
export function knownFile(machine: Machine, state: State, path: string): Known {
  if (state.files.size === 0) return null;
  for (const cwd of state.cwds)
    for (const each of walked(machine.world, cwd, path, [])) {
      const found = state.files.get(each);
      if (found !== undefined) return found;
    }
  return null;
}

/** The state after text went into a file. */
export function withFile(
  machine: Machine,
  state: State,
  paths: readonly string[],
  text: Known,
): State {
  if (text === null) return state;
  const files = new Map(state.files);
  const places = paths.flatMap((path) =>
    state.cwds.flatMap((cwd) => walked(machine.world, cwd, path, [])),
  );
  for (const place of places.filter((each) => !hasMarks(each)).slice(0, MOST_FILES)) {
    // What was there may have been added to.
    files.set(place, [...(files.get(place) ?? []), ...text].slice(0, 8));
    const [only, other] = text;
    if (only !== undefined && other === undefined && !hasMarks(only))
      machine.watch.filled(place, only);
    objectToPlanted(machine, state, place, text);
  }
  return { ...state, files };
}

const MOST_FILES = 16;
