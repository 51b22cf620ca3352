import { constants, renameSync, rmSync } from 'node:fs';
import { copyFile, mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { namesIn, statOf } from '../../git/small-file.ts';
import { hashFile } from '../brought-in.ts';
import { keptIn, largeFile } from './inside/request.ts';
import type { Getting } from './take-out.ts';

/**
 * Takes what Git LFS keeps beside git's objects into the user's repository. Each is named by its hash,
 * and taken only when it has that. The value names those that were not.
 */
export const takeLargeFiles = async (
  { yard: { place }, room }: Getting,
  names: readonly string[],
): Promise<readonly string[]> => {
  const left: string[] = [];
  const kept = join(keptIn(room.out), 'lfs');
  const there = new Set(namesIn(kept));
  for (const name of names) {
    const from = join(kept, name);
    const isPlain = there.has(name) && (await realpath(from).catch(() => null)) === from;
    const to = join(place.commonDir, 'lfs', 'objects', largeFile(name));
    if (!isPlain || statOf(from)?.isFile() !== true || !(await takeOne(from, to, name)))
      left.push(name);
  }
  return left;
};

const takeOne = async (from: string, to: string, name: string): Promise<boolean> => {
  await mkdir(dirname(to), { recursive: true });
  const passing = `${to}.${process.pid}.fanin`;
  try {
    await copyFile(from, passing, constants.COPYFILE_FICLONE);
    if ((await hashFile(passing)) !== name) return false;
    renameSync(passing, to);
    return true;
  } finally {
    rmSync(passing, { force: true });
  }
};
