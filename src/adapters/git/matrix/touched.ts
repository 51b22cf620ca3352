import type { Touched } from '../../../domain/conflicts/candidates.ts';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { runGit } from '../git.ts';
import { onObjects } from '../object-access.ts';
import { paths } from '../paths.ts';
import type { Bench } from './bench.ts';

/**
 * What each commit does to its parent, in one process; a failure for one that git cannot read. Renames
 * need not be found here: whatever a merge takes for one is a path that goes and one that comes, and
 * both are touched.
 */
export const touchedBy = async (
  bench: Bench,
  commits: readonly string[],
): Promise<readonly Result<Touched, Failure>[]> => {
  if (commits.length === 0) return [];
  const args = ['diff-tree', '--stdin', '-r', '-t', '-z', '--raw', '--no-renames', '--no-abbrev'];
  const input = commits.map((commit) => `${commit}\n`).join('');
  const options = onObjects(bench.place, { readOnly: true, input, env: bench.env() });
  const output = await runGit({ cwd: bench.folder, args, options });
  if (output.ok) {
    const read = readTouched(output.value.stdout);
    // A commit that changes nothing is not mentioned.
    return commits.map((commit) => ok(read.get(commit) ?? NOTHING));
  }
  if (commits.length === 1 || output.error.code !== 'git-failed') return commits.map(() => output);
  // One that cannot be read ends the whole process: halving the rest finds it.
  const middle = Math.ceil(commits.length / 2);
  return [
    ...(await touchedBy(bench, commits.slice(0, middle))),
    ...(await touchedBy(bench, commits.slice(middle))),
  ];
};

const NOTHING: Touched = { paths: [], added: [], removedFolders: [] };
const FOLDER = '040000';

interface Reading {
  readonly paths: string[];
  readonly added: string[];
  readonly removedFolders: string[];
}

/** Reads `commit, (:mode mode id id status, path)…`. */
const readTouched = (output: Uint8Array): ReadonlyMap<string, Touched> => {
  const read = new Map<string, Touched>();
  let current: Reading = { paths: [], added: [], removedFolders: [] };
  const parts = paths(output);
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    if (!part.startsWith(':')) {
      current = { paths: [], added: [], removedFolders: [] };
      read.set(part, current);
      continue;
    }
    at += 1;
    note(current, part.slice(1).split(' '), parts[at] ?? '');
  }
  return read;
};

const note = (
  current: Reading,
  [before, after, , , status]: readonly string[],
  path: string,
): void => {
  if (before === FOLDER || after === FOLDER) {
    if (status === 'D') current.removedFolders.push(path);
    return;
  }
  current.paths.push(path);
  if (status === 'A') current.added.push(path);
};
