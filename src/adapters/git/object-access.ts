import type { GitOptions } from './git.ts';
import type { RepositoryPlace } from './discover.ts';

/**
 * Options for a command on objects and refs alone. Naming the git folder outright keeps it working
 * when `core.bare` has been flipped, and keeps every work copy out of it.
 */
export const onObjects = (place: RepositoryPlace, more: GitOptions = {}): GitOptions => ({
  ...more,
  env: { GIT_DIR: place.commonDir, ...more.env },
});

/** Options for a command on one work copy, whatever its `.git` file says by now. */
export const onTree = (gitDir: string, workTree: string, more: GitOptions = {}): GitOptions => ({
  ...more,
  env: { GIT_DIR: gitDir, GIT_WORK_TREE: workTree, ...more.env },
});
