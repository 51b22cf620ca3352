import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import type { Stats } from 'node:fs';

// Synchronous on purpose: a small file is read in microseconds, and the way through the thread pool
// costs this process twenty times as much.

/** A small file's text; null when there is none, or none that can be read. */
export const readSmall = (path: string | Buffer): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/** What lies at a path, links not followed; null when there is nothing, or nothing to be seen. */
export const statOf = (path: string | Buffer): Stats | null => {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
};

/** The names in a folder; none when it is not there. */
export const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
