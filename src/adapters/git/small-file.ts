import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import type { Stats } from 'node:fs';

// Synchronous on purpose: a small file is read in microseconds, and the way through the thread pool
// costs this process twenty times as much.

/** A small file's text; null when there is none, or none that can be read. */
export const readSmall = (path: string | Buffer): string | null => {
  // Of a file that is not there the stack trace costs more than all else.
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  } finally {
    Error.stackTraceLimit = limit;
  }
};

/** What lies at a path, links not followed; null when there is nothing, or nothing to be seen. */
export const statOf = (path: string | Buffer): Stats | null => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
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
