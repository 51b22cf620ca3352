import { join } from 'node:path';
import type { AskedPath } from '../../domain/setup/asked.ts';
import { writtenText } from '../../domain/setup/asked.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { git } from '../git/git.ts';
import { readSettings } from '../git/settings.ts';
import { statOf } from '../git/small-file.ts';

/**
 * Leaves only the wanted folders (and the files beside and above them) in a work copy, by git's own sparse checkout.
 * A linked worktree shares its config with the main checkout unless `extensions.worktreeConfig` is on, and turning that
 * on changes how every git reads the repository: then the whole tree stays, and the note says so.
 */
export async function narrowTree(
  place: RepositoryPlace,
  workspace: string,
  wanted: readonly AskedPath[],
): Promise<readonly string[]> {
  const [first] = wanted;
  if (first === undefined) return [];
  const where = writtenText(first.at);
  if (!(await hasOwnConfig(place, workspace))) {
    return [
      `${where} wants a part of the tree alone; the workspace has all of it, since git would have to turn on extensions.worktreeConfig for every work copy`,
    ];
  }
  const args = ['sparse-checkout', 'set', '--cone', ...wanted.map(({ path }) => path)];
  const done = await git(workspace, args);
  return done.ok
    ? [
        `the workspace holds ${wanted.map(({ path }) => path).join(', ')} and what lies beside, by ${where}`,
      ]
    : [`${where} could not be followed: ${done.error.message}`];
}

const hasOwnConfig = async (place: RepositoryPlace, workspace: string): Promise<boolean> => {
  if (statOf(join(workspace, '.git'))?.isDirectory() === true) return true;
  const settings = await readSettings(place.commonDir);
  if (!settings.ok) return false;
  const set = settings.value.findLast(({ key }) => key === 'extensions.worktreeconfig');
  return set?.value === 'true';
};
