import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { CommandSpec } from '../../ports/commands.ts';
import { quoted } from '../process/kept-shell.ts';
import { run } from '../process/run.ts';
import type { RepositoryPlace } from './discover.ts';
import { commonEnvironment, gitVariables } from './environment.ts';
import type { ConfigEntry } from './environment.ts';

/** What is fetched, from whom, and how much of it at most. */
export interface FetchWish {
  /** Starts `git upload-pack` on the lending repository, where that may be done. */
  readonly uploadPack: CommandSpec;
  readonly refs: readonly { readonly from: string; readonly to: string }[];
  /** A single file that is written may grow so large: the pack above all. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Objects are stored one by one below this number. Default: git's. */
  readonly looseBelow?: number;
}

/**
 * Fetches refs from a repository that somebody else could write to. Every object that comes is
 * looked at before it counts, and no program is started but git's own and `uploadPack`.
 * Codes: `fetch-too-large`, `fetch-too-slow`, `fetch-refused` (what came is not sound), `fetch-failed`.
 */
export const fetchFrom = async (
  place: RepositoryPlace,
  wish: FetchWish,
): Promise<Result<null, Failure>> => {
  if (wish.refs.length === 0) return ok(null);
  const config: readonly ConfigEntry[] =
    wish.looseBelow === undefined
      ? SAFE
      : [...SAFE, ['fetch.unpackLimit', String(wish.looseBelow)]];
  const done = await run({
    // Blocks of 512 bytes, by POSIX.
    argv: [
      'sh',
      '-c',
      `ulimit -f ${Math.ceil(wish.maxBytes / 512)}; exec "$@"`,
      'sh',
      ...argv(wish),
    ],
    cwd: place.commonDir,
    env: {
      ...commonEnvironment(process.env),
      ...gitVariables(process.env, { env: { GIT_DIR: place.commonDir }, config }),
    },
    input: wish.refs.map(({ from, to }) => `+${from}:${to}\n`).join(''),
    timeoutMs: wish.timeoutMs,
    maxBytes: MOST_WORDS,
  });
  if (done.exit === 0) return ok(null);
  const said = done.stderr.toString('utf8').trim().slice(0, MOST_WORDS);
  if (done.failure === 'timed-out')
    return err(failure('fetch-too-slow', `The fetch took longer than ${wish.timeoutMs} ms.`));
  // git words it in its own way when a child of its dies of the signal.
  if (/File too large|died of signal 25|signal 25/.test(said))
    return err(failure('fetch-too-large', `There is more than ${wish.maxBytes} bytes of it.`));
  const code = UNSOUND.test(said) ? 'fetch-refused' : 'fetch-failed';
  return err(failure(code, `git fetch failed: ${said}`));
};

const MOST_WORDS = 64 * 1024;

/** What git says of objects that are not what they should be. */
const UNSOUND =
  /fsck error|error in (?:object|tree|commit|tag|blob)|did not send all necessary objects|bad object|missing necessary objects|invalid sha1|unable to read|object corrupt|not a valid/i;

/** Beyond what is set for every command. */
const SAFE: readonly ConfigEntry[] = [
  ['fetch.fsckObjects', 'true'],
  ['transfer.fsckObjects', 'true'],
  ['fetch.writeCommitGraph', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['fetch.bundleURI', ''],
  ['fetch.uriProtocols', ''],
  ['transfer.bundleURI', 'false'],
  ['protocol.file.allow', 'always'],
  ['protocol.version', '2'],
];

/** The path is nobody's: who is asked is what `uploadPack` says. */
const argv = ({ uploadPack }: FetchWish): readonly string[] => [
  'git',
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-auto-maintenance',
  '--no-recurse-submodules',
  '--no-show-forced-updates',
  '--refmap=',
  `--upload-pack=${shellLine(uploadPack)}`,
  '--stdin',
  '.',
];

/** One word to git, a whole command to the shell that git starts it with; the path comes after it. */
const shellLine = ({ argv: words, cwd, env }: CommandSpec): string => {
  const variables = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [quoted(`${name}=${value}`)],
  );
  const command = words.map(quoted).join(' ');
  const script = `cd ${quoted(cwd)} && exec /usr/bin/env -i ${variables.join(' ')} ${command}`;
  return `sh -c ${quoted(script)} fanin`;
};
