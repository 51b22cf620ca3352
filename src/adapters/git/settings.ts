import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { environmentStamp } from './environment.ts';
import { git } from './git.ts';
import { readSmall } from './small-file.ts';

/** One setting as git reads it. */
export interface Setting {
  /** `system`, `global`, `local`, `worktree` or `command`. */
  readonly scope: string;
  /** Where it stands: `file:` and a path, relative to the git folder or absolute. */
  readonly origin: string;
  readonly key: string;
  readonly value: string;
}

/** Every setting that counts in a git folder, in git's order. Codes: those of git. */
export type ReadSettings = (gitDir: string) => Promise<Result<readonly Setting[], Failure>>;

/**
 * A reader that remembers. An agent may write to the files at any time, so it asks git again as soon
 * as one of them is not what it was, and remembers only what a look at the files can prove unchanged.
 */
export const settingsReader = (): ReadSettings => {
  const readings = new Map<string, Reading>();
  const origins = new Set<string>();
  return async (gitDir) => {
    const { key, files } = sourcesOf(gitDir);
    const known = readings.get(key);
    if (known !== undefined && isUnchanged(known)) return ok(known.settings);
    readings.delete(key);
    const at = Date.now();
    const before = new Map([...files, ...origins].map((file) => [file, stateOf(file)]));
    const asked = await askGit(gitDir);
    if (!asked.ok) return asked;
    for (const file of filesNamedIn(asked.value)) origins.add(file);
    const reading = { settings: asked.value, files: before };
    if (readings.size < MOST_READINGS && canBeRemembered(reading, at)) readings.set(key, reading);
    return asked;
  };
};

/** The reader that all of fanin shares. */
export const readSettings: ReadSettings = settingsReader();

/** Settings, and the state of every file that had a say, from just before they were read. */
interface Reading {
  readonly settings: readonly Setting[];
  readonly files: ReadonlyMap<string, FileState>;
}

/** A repository has one of them, and one more for each work copy with settings of its own. */
const MOST_READINGS = 50;

const askGit: ReadSettings = async (gitDir) => {
  const args = ['config', '--list', '--show-scope', '--show-origin', '-z'];
  const output = await git(gitDir, args, { readOnly: true, env: { GIT_DIR: gitDir } });
  return output.ok ? ok(parseSettings(output.value.stdout.toString('utf8'))) : output;
};

/** Reads `scope NUL origin NUL key LF value NUL`; a key without a value has no LF. */
export const parseSettings = (text: string): readonly Setting[] => {
  const parts = text.split('\0');
  const settings: Setting[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [scope = '', origin = '', setting = ''] = parts.slice(at, at + 3);
    const end = setting.indexOf('\n');
    const key = end === -1 ? setting : setting.slice(0, end);
    settings.push({ scope, origin, key, value: end === -1 ? 'true' : setting.slice(end + 1) });
  }
  return settings;
};

/** Work copies without settings of their own share what the repository has. */
const sourcesOf = (gitDir: string): { readonly key: string; readonly files: readonly string[] } => {
  const commonDir = commonDirOf(gitDir);
  const own = [join(gitDir, 'config.worktree'), join(commonDir, 'config.worktree')];
  const hasOwn = own.some((file) => stateOf(file).is !== '');
  const { env } = process;
  const home = env['HOME'] ?? '';
  const files = [
    join(commonDir, 'config'),
    ...own,
    env['GIT_CONFIG_SYSTEM'] ?? '/etc/gitconfig',
    env['GIT_CONFIG_GLOBAL'] ?? join(home, '.gitconfig'),
    join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'git', 'config'),
  ];
  return { key: [hasOwn ? gitDir : commonDir, environmentStamp(env)].join('\0'), files };
};

const commonDirOf = (gitDir: string): string => {
  const named = readSmall(join(gitDir, 'commondir'));
  return named === null ? gitDir : resolve(gitDir, named.replace(/\n$/, ''));
};

const filesNamedIn = (settings: readonly Setting[]): readonly string[] =>
  settings.flatMap(({ origin }) =>
    origin.startsWith('file:/') ? [origin.slice('file:'.length)] : [],
  );

/** What tells a file from a later version of it. Nobody but the kernel sets the time of a change. */
interface FileState {
  /** Empty: there is no such file. */
  readonly is: string;
  readonly changedAtMs: number;
  /** The file system's clock shows fractions of seconds. */
  readonly fine: boolean;
}

const ABSENT: FileState = { is: '', changedAtMs: 0, fine: true };

const stateOf = (file: string): FileState => {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return ABSENT;
    // Milliseconds with their fractions: a quarter of a microsecond shows.
    const { ino, size, mtimeMs, ctimeMs } = found;
    return {
      is: `${ino} ${size} ${mtimeMs} ${ctimeMs}`,
      changedAtMs: ctimeMs,
      fine: ctimeMs % 1_000 !== 0,
    };
  } catch {
    return { ...ABSENT, is: 'unreadable' };
  }
};

const isUnchanged = ({ files }: Reading): boolean => {
  for (const [file, { is }] of files) if (stateOf(file).is !== is) return false;
  return true;
};

/** A second change within one tick of the clock that stamps files would not show. */
const TICK_MS = 100;
const COARSE_TICK_MS = 3_000;

/** `at`: when the files were looked at. Included files come and go unseen: such settings are read anew each time. */
const canBeRemembered = ({ settings, files }: Reading, at: number): boolean =>
  settings.every(({ origin, key }) => isWatched(origin, files) && !/^include(if)?\./.test(key)) &&
  [...files.values()].every(
    ({ changedAtMs, fine }) => changedAtMs + (fine ? TICK_MS : COARSE_TICK_MS) < at,
  );

const isWatched = (origin: string, files: Reading['files']): boolean =>
  origin === 'command line:' || files.has(origin.replace(/^file:/, ''));
