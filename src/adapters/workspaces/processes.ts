import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { liesIn } from './yard.ts';

// Synchronous on purpose: /proc answers in microseconds, and a promise for each of hundreds of
// processes costs twenty times as much.

/** A process that works somewhere. */
export interface Inhabitant {
  readonly pid: number;
  readonly name: string;
}

/** Processes whose working folder lies in `path`. Linux alone can tell; elsewhere there are none. */
export const processesIn = (path: string): readonly Inhabitant[] =>
  withoutStackTraces(() => {
    const found: Inhabitant[] = [];
    for (const pid of pids()) {
      const cwd = orElse('', () => readlinkSync(`/proc/${pid}/cwd`));
      if (!cwd.startsWith(path) || !liesIn(path, cwd)) continue;
      const name = orElse('?', () => readFileSync(`/proc/${pid}/comm`, 'utf8'));
      found.push({ pid: Number(pid), name: name.trim() });
    }
    return found;
  });

/** Processes that were started with `path` as an argument of its own, as `git worktree add` is. */
export const processesNaming = (path: string): readonly number[] =>
  withoutStackTraces(() =>
    pids().flatMap((pid) => {
      const args = orElse('', () => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
      return args[0]?.endsWith('git') === true && args.includes(path) ? [Number(pid)] : [];
    }),
  );

const pids = (): readonly string[] =>
  orElse<readonly string[]>([], () => readdirSync('/proc')).filter((name) => /^\d/.test(name));

/** A process may be gone, or not ours to look at. */
const orElse = <T>(fallback: T, look: () => T): T => {
  try {
    return look();
  } catch {
    return fallback;
  }
};

/** Every process that cannot be looked at is an error, and its stack trace is what costs. */
const withoutStackTraces = <T>(look: () => T): T => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return look();
  } finally {
    Error.stackTraceLimit = limit;
  }
};
