import { globMatches, parseGlob } from '../../plan/glob.ts';

/** Whether a path is one that a glob of a scope names. One that can not be read names none. */
export function matchesGlob(path: string, glob: string): boolean {
  const parsed = parseGlob(glob);
  return parsed.ok && globMatches(parsed.value, path);
}

/** Likewise, where a scope that names a folder is all below it. */
export const isWithin = (path: string, glob: string): boolean =>
  path.startsWith(`${glob.replace(/\/$/, '')}/`) || matchesGlob(path, glob);
