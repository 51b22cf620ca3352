import { join } from 'node:path';
import type { RepositoryPlace } from '../../git/discover.ts';
import { namesIn, statOf } from '../../git/small-file.ts';

/** Git folders of submodules lie no deeper: their names may have slashes. */
const MOST_DEPTH = 5;

/** The git folders of the submodules that a repository has made, as places. */
export const modulesOf = (place: RepositoryPlace): readonly RepositoryPlace[] =>
  below(join(place.commonDir, 'modules'), 0).map((gitDir) => ({
    ...place,
    gitDir,
    commonDir: gitDir,
  }));

const below = (folder: string, depth: number): readonly string[] =>
  namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statOf(path)?.isDirectory() !== true) return [];
    if (statOf(join(path, 'HEAD')) !== null && statOf(join(path, 'objects')) !== null)
      return [path];
    return depth < MOST_DEPTH ? below(path, depth + 1) : [];
  });
