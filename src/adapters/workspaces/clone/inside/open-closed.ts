import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, statOf } from '../../../git/small-file.ts';

/**
 * Makes files and folders readable to their owner whose modes say otherwise; the number of them. The root
 * itself to everybody: a boundary goes there before it becomes its owner. */
export const openClosed = (root: string): number => {
  const itself = statOf(root);
  const isShut = itself !== null && (itself.mode & 0o755) !== 0o755;
  let opened = isShut && open(root, itself.mode | 0o755) ? 1 : 0;
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      const stat = statOf(path);
      if (stat === null || (!stat.isDirectory() && !stat.isFile())) continue;
      const wanted = stat.isDirectory() ? 0o700 : 0o400;
      if ((stat.mode & wanted) !== wanted && open(path, (stat.mode & 0o7777) | wanted)) opened += 1;
      if (stat.isDirectory()) waiting.push(path);
    }
  }
  return opened;
};

/** Not everything in there need be ours. */
const open = (path: string, mode: number): boolean => {
  try {
    chmodSync(path, mode);
    return true;
  } catch {
    return false;
  }
};
