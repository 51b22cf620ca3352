import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, statOf } from '../../../git/small-file.ts';

/** A regular file's bytes; null for links, pipes, giants, and what is not there: none of them may hold us up. */
export const readRegular = (path: string, mostBytes: number): Buffer | null => {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const found = fstatSync(file);
    return found.isFile() && found.size <= mostBytes ? readFileSync(file) : null;
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
};

/** The regular files below a folder, relative to it; no more than `most`. Links are not followed. */
export const regularFilesIn = (root: string, most: number): readonly string[] => {
  const found: string[] = [];
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined && found.length < most; at = waiting.pop()) {
    for (const name of namesIn(join(root, at))) {
      const path = at === '' ? name : `${at}/${name}`;
      const stat = statOf(join(root, path));
      if (stat?.isDirectory() === true) waiting.push(path);
      else if (stat?.isFile() === true) found.push(path);
    }
  }
  return found.slice(0, most);
};
