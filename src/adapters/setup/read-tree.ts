import type { RepositoryPlace } from '../git/discover.ts';
import { git } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';

/** A file of a tree. */
export interface TreeFile {
  /** git's id of the content. */
  readonly id: string;
  readonly text: string;
}

/** Longer files are known by their id alone. */
const LONGEST = 1024 * 1024;

/**
 * Files of a commit's tree by their paths; what is not there, or is no file, is left out. Reads what git holds, so
 * neither an agent nor a filter has a say in it. One question for all of them.
 */
export async function readTree(
  place: RepositoryPlace,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, TreeFile>> {
  const wanted = paths.filter((path) => !/[\0\n]/u.test(path));
  if (wanted.length === 0) return new Map();
  const input = wanted.map((path) => `${commit}:${path}\0`).join('');
  const options = onObjects(place, { readOnly: true, input });
  const asked = await git(place.commonDir, ['cat-file', '--batch', '--buffer', '-z'], options);
  return asked.ok ? filesIn(asked.value.stdout, wanted) : new Map();
}

const filesIn = (output: Buffer, paths: readonly string[]): ReadonlyMap<string, TreeFile> => {
  const found = new Map<string, TreeFile>();
  let at = 0;
  for (const path of paths) {
    const end = output.indexOf('\n', at);
    if (end === -1) break;
    const [id = '', type = '', size = ''] = output.toString('utf8', at, end).split(' ');
    at = end + 1;
    if (!/^[0-9a-f]{40,64}$/u.test(id) || !/^\d+$/u.test(size)) continue;
    const bytes = Number(size);
    const text = bytes > LONGEST ? '' : output.toString('utf8', at, at + bytes);
    at += bytes + 1;
    if (type === 'blob') found.set(path, { id, text });
  }
  return found;
};
