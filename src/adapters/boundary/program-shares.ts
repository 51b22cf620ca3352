import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import type { Share } from '../../ports/boundary.ts';
import { liesIn } from './usable.ts';

/** Seen inside as they are (see `hostView`). */
const SEEN = ['/usr', '/opt', '/bin', '/sbin', '/lib', '/lib64', '/nix/store', '/gnu/store'];
/** Of a package that is no dependency of another one: what is needed to run it, beside the folder that the program is in. */
const PACKAGE_PARTS = ['package.json', 'bin', 'dist', 'node_modules'];
/** A package's file is not deeper below its root than this. */
const PACKAGE_DEPTH = 6;

/**
 * What must be shared, read-only, so that these programs (absolute paths) run inside, where they lie: each file, what
 * its links lead to, the folder that a Node of its own lies in, and the package with its dependencies. Never a HOME.
 */
export function programShares(
  programs: readonly string[],
  home: string = homedir(),
): readonly Share[] {
  const paths = programs.filter((path) => existsSync(path)).flatMap((path) => partsOf(path, home));
  const wanted = [...new Set(paths)]
    .filter((path) => !SEEN.some((folder) => liesIn(folder, path)))
    .filter((path) => !liesIn(path, home) && existsSync(path));
  return wanted
    .filter((path) => !wanted.some((other) => other !== path && liesIn(other, path)))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((path) => ({ from: path, to: path, write: false }));
}

function partsOf(path: string, home: string): readonly string[] {
  const real = realpathSync(path);
  return [path, real, ...nodeFolder(real), ...packageOf(real, home)];
}

/** `<prefix>/bin/node` finds npm and its headers in its prefix. */
function nodeFolder(real: string): readonly string[] {
  const folder = dirname(real);
  const isOwn = basename(real) === 'node' && basename(folder) === 'bin';
  if (!isOwn) return [];
  const prefix = dirname(folder);
  return ['bin', 'lib/node_modules', 'include/node'].map((part) => join(prefix, part));
}

function packageOf(real: string, home: string): readonly string[] {
  const parts = real.split(sep);
  const outermost = parts.indexOf('node_modules');
  // Its dependencies lie beside it.
  if (outermost !== -1) return [parts.slice(0, outermost + 1).join(sep)];
  let folder = dirname(real);
  for (let depth = 0; depth < PACKAGE_DEPTH; depth += 1) {
    // A HOME is no package, whatever lies in it.
    if (liesIn(folder, home)) return [];
    if (existsSync(join(folder, 'package.json'))) {
      const own = parts[folder.split(sep).length] ?? '';
      return [...PACKAGE_PARTS, own].map((part) => join(folder, part));
    }
    folder = dirname(folder);
  }
  return [];
}
