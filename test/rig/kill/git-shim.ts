import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * When the engine dies, seen from one of its git commands: `before` it (it never runs), `after` it
 * (it has run, and the engine never hears of it), or while it is on its way (`late`: it outlives the
 * engine and runs a moment later).
 */
export type GitMoment = 'before' | 'after' | 'late';

/** Kill the engine around the n-th of its git commands, or of those whose arguments hold `what`. */
export interface GitKill {
  readonly when: GitMoment;
  /** From 1. */
  readonly nth: number;
  /** Empty: any. */
  readonly what: string;
}

/** A `git` in front of the real one. */
export interface GitShim {
  /** Goes first on PATH. */
  readonly folder: string;
  /** Kills the process `engine` at that moment, once. */
  arm(kill: GitKill, engine: number): void;
  /** Kills nobody any more. */
  disarm(): void;
  /** Forgets the count, and whatever was armed. */
  reset(): void;
  /** Git commands of engines since the last reset. Agents' own are not counted. */
  count(): number;
}

/** Puts the shim into a folder of its own. */
export const putGitShim = (folder: string): GitShim => {
  mkdirSync(folder);
  const file = (name: string): string => join(folder, `git.${name}`);
  const script = SCRIPT.replaceAll('REAL', `'${realGit()}'`).replaceAll('HERE', `'${folder}'`);
  writeFileSync(join(folder, 'git'), script, { mode: 0o755 });
  const reset = (): void => {
    for (const name of ['due', 'done', 'all', 'seen'])
      rmSync(file(name), { recursive: true, force: true });
  };
  return {
    folder,
    arm: ({ when, nth, what }, engine) => {
      writeFileSync(file('due'), `${when} ${nth} ${engine} ${what}\n`);
    },
    disarm: () => rmSync(file('due'), { force: true }),
    reset,
    count: () => statSync(file('all'), { throwIfNoEntry: false })?.size ?? 0,
  };
};

/** An agent's git is its own affair; a command that is not the due one becomes the real git at once. */
const SCRIPT = `#!/bin/sh
[ -n "$FANIN_ATTEMPT" ] && exec REAL "$@"
printf . >>HERE/git.all
[ -f HERE/git.due ] || exec REAL "$@"
read -r when nth engine what <HERE/git.due || exec REAL "$@"
case "$*" in *"$what"*) ;; *) exec REAL "$@" ;; esac
printf . >>HERE/git.seen
[ "$(wc -c <HERE/git.seen)" -lt "$nth" ] && exec REAL "$@"
mkdir HERE/git.done 2>/dev/null || exec REAL "$@"
case $when in
  before) kill -9 "$engine"; exit 1 ;;
  late) kill -9 "$engine"; sleep 0.2; exec REAL "$@" ;;
esac
REAL "$@"
status=$?
kill -9 "$engine"
exit $status
`;

const realGit = (): string => {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'git'))
    .find((path) => existsSync(path) && !isShim(path));
  if (found === undefined) throw new Error('there is no git on PATH');
  return found;
};

const isShim = (path: string): boolean => readFileSync(path).includes('git.due');
