import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { allPids } from './proc.ts';

/** A process that may still be at work on a file. */
export interface FileHolder {
  readonly pid: number;
  readonly name: string;
}

/**
 * Processes that have the file open, and gits that have to do with one of the folders: git closes a lock file and
 * renames it only later. A git that this user may not look into counts as one. Null: this machine cannot tell.
 */
export function holdersOf(file: string, folders: readonly string[]): readonly FileHolder[] | null {
  if (!existsSync('/proc/self/fd')) return null;
  return allPids().flatMap((pid) => {
    if (pid === process.pid) return [];
    const name = orNull(() => readFileSync(`/proc/${pid}/comm`, 'utf8'))?.trim() ?? '';
    const holds = hasOpen(pid, file) || (/^git(?:-|$)/u.test(name) && concerns(pid, folders));
    return holds ? [{ pid, name }] : [];
  });
}

const hasOpen = (pid: number, file: string): boolean =>
  (orNull(() => readdirSync(`/proc/${pid}/fd`)) ?? []).some(
    (fd) => orNull(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) === file,
  );

const concerns = (pid: number, folders: readonly string[]): boolean => {
  try {
    const said = [
      readlinkSync(`/proc/${pid}/cwd`),
      readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
      readFileSync(`/proc/${pid}/environ`, 'utf8'),
    ];
    return said.some((text) => folders.some((folder) => text.includes(folder)));
  } catch (error) {
    // Whatever else goes wrong: it has ended meanwhile.
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'EACCES' || code === 'EPERM';
  }
};

const orNull = <T>(ask: () => T): T | null => {
  try {
    return ask();
  } catch {
    return null;
  }
};
