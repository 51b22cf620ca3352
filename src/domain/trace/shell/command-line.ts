import type { How } from '../../guard/machine.ts';
import { READERS } from '../../guard/commands/readers.ts';
import { WRITERS } from '../../guard/commands/writers.ts';
import type { Ground, World } from '../../guard/ground.ts';
import { judgeCommand } from '../../guard/interpreter.ts';
import { lexical } from '../../guard/paths.ts';
import type { Parse } from '../../guard/shell.ts';
import { hasMarks, isKnown, shown } from '../../guard/value.ts';

/** A program that a command line runs, with its arguments expanded as far as its text says. */
export interface RunProgram {
  readonly fields: readonly string[];
  /** Where it runs, absolute; null: the text does not say. */
  readonly cwd: string | null;
}

/** A path that a command line writes. */
export interface WrittenPath {
  readonly path: string;
  readonly how: How;
  /** The text that goes in, whether in place of what was there or behind it; null: unknown. */
  readonly text: string | null;
}

/** What the text of a command line says of what it does. */
export interface CommandReading {
  readonly programs: readonly RunProgram[];
  readonly writes: readonly WrittenPath[];
  /** Whether `writes` is all that it can write. */
  readonly certain: boolean;
}

/** A longer text is not read. */
const MOST_TEXT = 20_000;
const MOST_PROGRAMS = 60;
const MOST_WRITES = 200;

const NOTHING: CommandReading = { programs: [], writes: [], certain: false };

/**
 * Reads a command line by the guard's interpreter, by its text alone: no disk is asked, for the disk of then is not the
 * disk of now. `cwd` is where it ran; null: not known, and then relative paths say nothing.
 */
export function readCommandLine(command: string, cwd: string | null, parse: Parse): CommandReading {
  if (command.length > MOST_TEXT) return NOTHING;
  const programs: RunProgram[] = [];
  let current: readonly string[] = [];
  const writes = new Map<string, WrittenPath>();
  let certain = true;
  const verdict = judgeCommand({
    command,
    cwd: cwd ?? NOWHERE,
    ground: EVERYWHERE,
    world: TEXT_ALONE,
    parse,
    watch: {
      ran(fields, { cwds }) {
        current = fields;
        certain &&= isSure(fields);
        const [only, other] = cwds;
        const known = only !== undefined && other === undefined && isPlace(only) ? only : null;
        if (programs.length < MOST_PROGRAMS)
          programs.push({ fields: fields.map(shown), cwd: known });
      },
      wrote(places, how) {
        const [path, other] = places;
        if (path === undefined || other !== undefined || !isPlace(path)) certain = false;
        else if (!isDevice(path) && writes.size < MOST_WRITES && !isEmptied(writes.get(path), how))
          writes.set(path, { path, how: how === 'tree' ? ofTree(current) : how, text: null });
      },
      filled(path, text) {
        const written = writes.get(path);
        if (written !== undefined) writes.set(path, { ...written, text });
      },
    },
  });
  const known = [...writes.values()].filter(({ path }) => !isBelowFile(path, writes));
  const places = known.length < writes.size && known.some(({ path }) => !/\.\w+$/.test(path));
  return {
    programs,
    writes: known,
    certain: certain && !places && verdict.verdict !== 'undecidable',
  };
}

/** `rm -r a && mkdir a`: what lay there is gone, though there is a folder again. */
const isEmptied = (before: WrittenPath | undefined, how: How): boolean =>
  how === 'folder' && (before?.how === 'remove' || before?.how === 'tree');

/** What a program does that the guard takes for one that may write anything below a place. */
function ofTree([name = '', ...args]: readonly string[]): How {
  const program = name.replace(/^.*\//, '');
  if (program === 'git' && args.includes('worktree') && args.includes('add')) return 'folder';
  const removes = /^(?:rm|rmdir|unlink|find)$/.test(program);
  return removes || args.some((each) => /^(?:rm|clean|remove)$/.test(each)) ? 'tree' : 'file';
}

/** `cp a b` writes `b`, or `b/a` where that is a folder: the guard names both, and a file has nothing below it. */
const isBelowFile = (path: string, writes: ReadonlyMap<string, WrittenPath>): boolean =>
  [...writes.values()].some((each) => each.how === 'file' && path.startsWith(`${each.path}/`));

/** Stands for a folder that is not known. */
const NOWHERE = '/\u{1}unknown';

const isPlace = (path: string): boolean => !hasMarks(path) && !path.startsWith(NOWHERE);

const isDevice = (path: string): boolean =>
  path.startsWith('/dev/') && !path.startsWith('/dev/shm/');

/** Nothing is out of bounds: what counts is what is written, not whether it may be. */
const EVERYWHERE: Ground = {
  workspace: '/',
  main: '/\u{1}none',
  gitDir: '/\u{1}git',
  neighbours: null,
  allowed: [],
  ownGit: true,
  branches: null,
  scope: null,
};

const TEXT_ALONE: World = {
  real: lexical,
  exists: () => false,
  names: () => [],
  repository: () => ({ root: '/', gitDir: '/\u{1}git' }),
  isBranch: () => false,
  variable: () => undefined,
};

/** Programs whose text says all that they write. Any other one may write what it likes. */
const SURE = new Set(
  'cd chdir pushd popd set export declare typeset local readonly unset alias shift read source . eval git sed gsed env time nice timeout command builtin exec nohup bash sh dash zsh'.split(
    ' ',
  ),
);

/** Git subcommands that write the work copy, in ways that their text does not tell. */
const GIT_MOVES =
  /^(?:am|apply|bisect|checkout|cherry-pick|clean|clone|merge|mv|pull|read-tree|rebase|reset|restore|revert|rm|sparse-checkout|stash|submodule|switch|worktree)$/;

function isSure(fields: readonly string[]): boolean {
  const name = (fields[0] ?? '').replace(/^.*\//, '');
  if (!isKnown(name)) return false;
  if (name === 'git') return !fields.slice(1).some((each) => GIT_MOVES.test(each));
  if (/^(?:bash|sh|dash|zsh|source|\.)$/.test(name))
    return fields.some((each) => /^-\w*c/.test(each));
  return SURE.has(name) || READERS.has(name) || WRITERS.has(name);
}
