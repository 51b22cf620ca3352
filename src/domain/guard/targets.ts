import type { Ground } from './ground.ts';
import type { How, Machine } from './machine.ts';
import { isIn, joined, lexical, nameOf, walked } from './paths.ts';
import { outOfScope } from './scope-objection.ts';
import type { State } from './state.ts';
import { hasMarks, isAnything, shown } from './value.ts';
import type { Objection } from './verdict.ts';
import { rendered } from './render.ts';
import { knownPlaces, zoneOf, type Zone } from './zones.ts';

/** A write that is about to happen, in the words of the command that does it. */
export interface Write {
  readonly path: string;
  readonly how: How;
  readonly state: State;
  /** The command, to say what would be right. */
  readonly fields: readonly string[];
}

/** Objects to what a write may reach. */
export function objectToWrite(machine: Machine, write: Write): void {
  const places = reached(machine, write);
  machine.watch.wrote(
    places.map(({ path }) => path),
    write.how,
  );
  for (const { path, zone } of places) {
    const objection =
      zone === 'workspace'
        ? outOfScope(machine.ground, path, write.how)
        : objectionTo(machine.ground, write, { path, zone });
    if (objection !== null) machine.object(objection);
  }
}

/** A place a path may lead to. */
export interface Reached {
  readonly path: string;
  readonly zone: Zone;
}

/** Every place that a path may lead to, from each folder the shell may stand in. */
export function reached(
  { ground, world }: Pick<Machine, 'ground' | 'world'>,
  { path, how, state }: Pick<Write, 'path' | 'how' | 'state'>,
): readonly Reached[] {
  const known = knownPlaces(ground);
  const all = new Map<string, Reached>();
  for (const cwd of state.cwds) {
    const places =
      how === 'remove' && !path.endsWith('/')
        ? nameItself(walkedParent(path, cwd), path)
        : walked(world, cwd, path, known);
    for (const each of places) all.set(each, { path: each, zone: zoneOf(ground, each) });
  }
  return [...all.values()];

  function walkedParent(text: string, cwd: string): readonly string[] {
    if (isAnything(text.slice(0, 1))) return [`${text.slice(0, 1)}\0`];
    const whole = joined(cwd, text);
    const last = nameOf(whole);
    // Without a name of its own the path is the folder.
    if (hasMarks(last) || last === '..' || last === '.' || last === '')
      return walked(world, cwd, text, known).map((each) => `${each}\0`);
    return walked(world, cwd, parentOfText(whole), known);
  }
}

const parentOfText = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

const nameItself = (folders: readonly string[], path: string): readonly string[] =>
  folders.map((folder) =>
    folder.endsWith('\0') ? folder.slice(0, -1) : lexical(`${folder}/${nameOf(path)}`),
  );

/** The objection to writing at a place outside the workspace's own files, or null. */
export function objectionTo(
  ground: Ground,
  write: Pick<Write, 'path' | 'how' | 'fields'>,
  { path, zone }: Reached,
): Objection | null {
  const place = shown(path);
  switch (zone) {
    case 'main':
      return {
        verdict: 'deny',
        rule: 'main-checkout',
        reason: `It would write in the main checkout: ${place}.`,
        instead: corrected(ground, write, path),
      };
    case 'shared-git':
      return {
        verdict: 'deny',
        rule: 'shared-git',
        reason: `It would write in the git folder that all work copies share: ${place}.`,
        instead: 'Change the repository by git commands in the workspace alone.',
      };
    case 'neighbour':
      return {
        verdict: 'deny',
        rule: 'neighbour',
        reason: `It would write in another attempt's place: ${place}.`,
        instead: corrected(ground, write, path),
      };
    case 'git-pointer':
      return {
        verdict: 'deny',
        rule: 'git-pointer',
        reason: `It would change what makes the workspace a work copy: ${place}.`,
        instead: 'Leave .git as it is; `git status` says what is in the workspace.',
      };
    case 'above':
      return aboveObjection(ground, write, path);
    case 'outside':
      return {
        verdict: 'undecidable',
        rule: 'outside',
        reason: `It would write outside the workspace: ${place}.`,
        instead: `Write below ${ground.workspace} or in $TMPDIR.`,
      };
    case 'unknown':
      return {
        verdict: 'undecidable',
        rule: 'unknown-target',
        reason: `Where it would write cannot be told from the command: ${shown(write.path)}.`,
        instead: 'Name the path itself, or one that begins with a folder of the workspace.',
      };
    default:
      return null;
  }
}

function aboveObjection(
  ground: Ground,
  { path: written, how, fields }: Pick<Write, 'path' | 'how' | 'fields'>,
  path: string,
): Objection | null {
  if (how !== 'remove' && how !== 'tree') return null;
  return {
    verdict: 'deny',
    rule: 'above',
    reason: `It would reach what lies around the workspace, from ${shown(path)} on.`,
    instead: corrected(ground, { path: written, how, fields }, path),
  };
}

/** The command with the workspace's own path in place of one of another work copy. */
export function corrected(
  ground: Ground,
  { path: written, fields }: Pick<Write, 'path' | 'how' | 'fields'>,
  path: string,
): string {
  const right = ownPath(ground, path);
  if (fields.length === 0) return `Write ${shown(right)}.`;
  return rendered(fields.map((field) => field.replace(written, () => right)));
}

/** The path in the workspace that corresponds to one of another work copy. */
export function ownPath({ workspace, main, neighbours }: Ground, path: string): string {
  if (isIn(path, main)) return within(workspace, path.slice(main.length));
  if (neighbours !== null && isIn(path, neighbours) && path !== neighbours) {
    const inside = path.slice(neighbours.length + 1);
    const end = inside.indexOf('/');
    return within(workspace, end === -1 ? '' : inside.slice(end));
  }
  return '.';
}

const within = (workspace: string, rest: string): string =>
  rest === '' || rest === '/' ? workspace : `${workspace}${rest}`;
