import { join } from 'node:path';
import { namesIn, statOf } from './small-file.ts';

/**
 * What in a work copy stands where files are to be written: a folder in the place of a file, or a
 * file in the place of a folder; null when there is room. `changed` may go or be written itself.
 * `git apply` finds out only after it has begun.
 */
export const inPlaceOf = (
  checkout: string,
  written: readonly string[],
  changed: ReadonlySet<string>,
): string | null => {
  for (const path of written) {
    const blocking = foldersOf(path).find((folder) => isFile(checkout, folder));
    if (blocking !== undefined && !changed.has(blocking)) return blocking;
    const inside = filesBelow(checkout, path).find((file) => !changed.has(file));
    if (inside !== undefined) return inside;
  }
  return null;
};

const foldersOf = (path: string): readonly string[] => {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
};

const isFile = (checkout: string, path: string): boolean => {
  const found = statOf(join(checkout, path));
  return found !== null && !found.isDirectory();
};

/** An empty folder counts as a file: it is in the way as well. */
const filesBelow = (checkout: string, path: string): readonly string[] => {
  if (statOf(join(checkout, path))?.isDirectory() !== true) return [];
  const names = namesIn(join(checkout, path));
  if (names.length === 0) return [path + '/'];
  return names.flatMap((name) => {
    const below = `${path}/${name}`;
    return statOf(join(checkout, below))?.isDirectory() === true
      ? filesBelow(checkout, below)
      : [below];
  });
};
