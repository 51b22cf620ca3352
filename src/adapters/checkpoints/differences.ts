import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { git } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';
import { fields } from '../git/paths.ts';

/** Something that is not the same in two trees: a file, or a folder on the way to one. */
export interface Difference {
  readonly isFolder: boolean;
  /** The object in the second tree; null when it is gone, or a commit of another repository. */
  readonly object: string | null;
}

/** What differs in `to`, folders included. Codes: those of git. */
export const differences = async (
  store: RepositoryPlace,
  from: string,
  to: string,
): Promise<Result<readonly Difference[], Failure>> => {
  if (from === to) return ok([]);
  const args = ['diff-tree', '-r', '-t', '-z', '--no-renames', from, to];
  const output = await git(store.commonDir, args, onObjects(store, { readOnly: true }));
  if (!output.ok) return output;
  const parts = fields(output.value.stdout);
  const found: Difference[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [was = '', is = '', , object = ''] = (parts[at]?.toString('latin1') ?? '').split(' ');
    const here = is === GONE ? was.slice(1) : is;
    found.push({
      isFolder: here === FOLDER,
      object: is === GONE || is === ELSEWHERE ? null : object,
    });
  }
  return ok(found);
};

const GONE = '000000';
const FOLDER = '040000';
const ELSEWHERE = '160000';

/** How many files are among them. */
export const filesIn = (found: readonly Difference[]): number =>
  found.filter(({ isFolder }) => !isFolder).length;
