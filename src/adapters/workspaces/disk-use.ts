import { basename, dirname, join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { namesIn, statOf } from '../git/small-file.ts';

/** A block, as every file system counts them for `stat`. */
const BLOCK = 512;

/** Bytes on the disk of a workspace, and of what belongs to it and lies beside it. */
export const diskUse = async ({ path }: { readonly path: string }): Promise<number> => {
  const room = join(dirname(path), '.rooms', basename(path));
  const sizes = await Promise.all([sizeOf(path), sizeOf(room), sizeOf(`${path}.handoff`)]);
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** Looked at before others have a turn: the way through the thread pool costs more than all of it. */
const A_TURN = 500;

/** Links are not followed; a file with several names counts once. */
const sizeOf = async (root: string): Promise<number> => {
  const seen = new Set<string>();
  const waiting = [root];
  let bytes = 0;
  let looks = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    looks += 1;
    if (looks % A_TURN === 0) await immediate();
    const found = statOf(path);
    if (found === null) continue;
    if (found.isDirectory()) for (const name of namesIn(path)) waiting.push(join(path, name));
    else if (found.nlink > 1) {
      const key = `${found.dev} ${found.ino}`;
      if (seen.has(key)) continue;
      seen.add(key);
    }
    bytes += found.blocks * BLOCK;
  }
  return bytes;
};
