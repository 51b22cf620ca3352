import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * Whether a path leads into a folder, with every link on the way followed; it need not exist. What
 * belongs to git is not in it: a hook or a setting would act outside.
 */
export function isInside(path: string, folder: string): boolean {
  const [from, to] = [real(folder), real(resolve(folder, path))];
  if (from === '' || to === '') return false;
  const way = relative(from, to);
  const parts = way.split(sep);
  return way !== '' && parts[0] !== '..' && !isAbsolute(way) && !parts.includes('.git');
}

/** Whether two paths lead to the same file, which need not exist. */
export const isSame = (one: string, other: string): boolean =>
  real(one) !== '' && real(one) === real(other);

/** The path without links; of what does not exist the part that does. */
function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    // A loop, or a folder that may not be read: nothing is known of where it leads.
    if (!gone || dirname(path) === path || isDangling(path)) return '';
    const parent = real(dirname(path));
    return parent === '' ? '' : join(parent, basename(path));
  }
}

/** A link to what is not there: writing to it makes that. */
function isDangling(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
