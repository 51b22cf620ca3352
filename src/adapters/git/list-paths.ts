import type { RepositoryPlace } from './discover.ts';
import { git } from './git.ts';
import { onObjects } from './object-access.ts';
import { paths } from './paths.ts';

/** Every file of a commit or tree, in git's order; none where git cannot tell. */
export const listPaths = async (
  place: RepositoryPlace,
  tree: string,
): Promise<readonly string[]> => {
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree];
  const output = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  return output.ok ? paths(output.value.stdout) : [];
};
