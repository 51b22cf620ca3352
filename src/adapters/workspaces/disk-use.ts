import { lstat } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DiskMeter } from '../../ports/disk.ts';
import { namesIn } from '../git/small-file.ts';

/** A block, as every file system counts them for `stat`. */
const BLOCK = 512;
/** Asked for at once: more do not get answers sooner. */
const AT_ONCE = 32;

/** Bytes on the disk of a workspace, and of what belongs to it and lies beside it; see `DiskMeter`. */
export const diskUse = async (
  { path }: { readonly path: string },
  enough: (bytes: number) => boolean = () => false,
): Promise<number> => {
  const room = join(dirname(path), '.rooms', basename(path));
  return sizeOf([path, room, `${path}.handoff`], enough);
};

/** Counts for the engine. `most`: bytes. */
export const diskMeter = (most: number): DiskMeter => ({ most, use: diskUse });

/** Links are not followed; a file with several names counts once. */
const sizeOf = async (
  roots: readonly string[],
  enough: (bytes: number) => boolean,
): Promise<number> => {
  const seen = new Set<string>();
  const waiting = [...roots];
  let bytes = 0;
  while (waiting.length > 0 && !enough(bytes)) {
    const paths = waiting.splice(-AT_ONCE);
    const found = await Promise.all(paths.map((path) => lstat(path).catch(() => null)));
    for (const [index, stat] of found.entries()) {
      if (stat === null) continue;
      if (stat.isDirectory()) queueBelow(paths[index] ?? '', waiting);
      if (!isKnown(stat, seen)) bytes += stat.blocks * BLOCK;
    }
  }
  return bytes;
};

const queueBelow = (folder: string, waiting: string[]): void => {
  for (const name of namesIn(folder)) waiting.push(join(folder, name));
};

const isKnown = (stat: Stats, seen: Set<string>): boolean => {
  if (stat.nlink < 2 || stat.isDirectory()) return false;
  const key = `${stat.dev} ${stat.ino}`;
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
};
