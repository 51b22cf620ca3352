import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { RepositoryPlace } from '../discover.ts';
import { namesIn } from '../small-file.ts';

/** A folder outside the repository that takes the objects of trial merges, and goes with them. */
export interface Quarantine {
  readonly folder: string;
  /** Where objects go that have to last as long as the quarantine. */
  readonly objects: string;
  /** Variables with which git writes into `objects`, or into a folder of objects that is given. */
  env(into?: string): Readonly<Record<string, string>>;
  close(): void;
}

/** Makes one. `alsoFrom`: further folders of objects that can be read. */
export const openQuarantine = (
  place: RepositoryPlace,
  alsoFrom: readonly string[] = [],
): Quarantine => {
  const parent = roomiest();
  sweep(parent);
  const folder = mkdtempSync(join(parent, `${PREFIX}${String(process.pid)}-`));
  const objects = join(folder, 'objects');
  mkdirSync(objects);
  const lent = [join(place.commonDir, 'objects'), ...alsoFrom.filter((each) => existsSync(each))];
  return {
    folder,
    objects,
    env: (into = objects) => ({
      GIT_OBJECT_DIRECTORY: into,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: (into === objects ? lent : [objects, ...lent])
        .map(quoted)
        .join(':'),
    }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
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

const PREFIX = `fanin-quarantine-${String(userInfo().uid)}-`;

/** Takes away what a process left that was killed. */
const sweep = (parent: string): void => {
  for (const name of namesIn(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0;
    if (pid > 0 && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};

/** A path may hold what separates paths. */
const quoted = (path: string): string =>
  /[:"\n]/.test(path)
    ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`
    : path;
