import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A folder for files that live for seconds, and go with it. */
export interface ScratchFolder {
  readonly folder: string;
  close(): void;
}

/** Makes one, and takes away those of the same `purpose` that a killed process has left. */
export const openScratch = (purpose: string): ScratchFolder => {
  const parent = roomiest();
  const prefix = `fanin-${purpose}-${String(userInfo().uid)}-`;
  sweep(parent, prefix);
  const folder = mkdtempSync(join(parent, `${prefix}${String(process.pid)}-`));
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) };
};

/** Memory is several times faster than a disk, for files that live for seconds. */
const MEMORY = '/dev/shm';
const ROOM_NEEDED = 1024 ** 3;

const roomiest = (): string => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_NEEDED ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
};

const sweep = (parent: string, prefix: string): void => {
  for (const name of namesIn(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0;
    if (pid > 0 && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};
