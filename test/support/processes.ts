import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process that has to do with a folder. */
export interface FoundProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * Every live process but this one that names the folder in its environment, its command line or its
 * working folder. Read from /proc; a zombie has none of the three.
 */
export function processesOf(folder: string): readonly FoundProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => belongs(pid, folder))
    .map((pid) => ({
      pid: Number(pid),
      command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '),
    }));
}

/** How often is looked whether processes that are ending have ended, and how long in all. */
const LOOK_MS = 25;
const FUSE_MS = 3_000;

/** The processes that are still there after those that are ending had time to end. */
export async function lastingProcesses(folder: string): Promise<readonly FoundProcess[]> {
  for (const until = Date.now() + FUSE_MS; Date.now() < until;) {
    if (processesOf(folder).length === 0) return [];
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return processesOf(folder);
}

/** Kills what is left. The folder must be one that a test has made for itself. */
export function killProcessesOf(folder: string): void {
  for (const { pid } of processesOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

const belongs = (pid: string, folder: string): boolean =>
  [read(`/proc/${pid}/environ`), read(`/proc/${pid}/cmdline`), cwdOf(pid)].some((text) =>
    text.includes(folder),
  );

const cwdOf = (pid: string): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
};

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
