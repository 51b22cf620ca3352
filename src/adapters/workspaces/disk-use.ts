import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import type { DiskMeter } from '../../ports/disk.ts';
import { namesIn, statOf } from '../git/small-file.ts';

/** A block, as every file system counts them for `stat`. */
const BLOCK = 512;

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

/** Looked at before others have a turn: the way through the thread pool costs more than all of it. */
const A_TURN = 500;

/** Links are not followed; a file with several names counts once. */
const sizeOf = async (
  roots: readonly string[],
  enough: (bytes: number) => boolean,
): Promise<number> => {
  const seen = new Set<string>();
  const waiting = [...roots];
  let bytes = 0;
  let looks = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (enough(bytes)) break;
    looks += 1;
    if (looks % A_TURN === 0) await immediate();
    const found = statOf(path);
    if (found === null) continue;
    if (found.isDirectory()) queueBelow(path, waiting);
    if (!isKnown(found, seen)) bytes += found.blocks * BLOCK;
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
