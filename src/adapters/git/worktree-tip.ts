import { join } from 'node:path';
import type { Failure } from '../../domain/failure.ts';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { resolveCommit } from './refs.ts';
import { takeSnapshot } from './snapshot/snapshot.ts';
import { worktreeGitDir } from './worktree-list.ts';
import type { KnownWorktree } from './worktree-list.ts';
import type { Quarantine } from './matrix/quarantine.ts';
import { writeCommits } from './matrix/write-commits.ts';

/** What lies in a work copy, as a commit. */
export interface WorktreeTip {
  readonly commit: string;
  /** It holds what no commit of the repository does. */
  readonly uncommitted: boolean;
}

/**
 * What lies in a work copy now, whether committed or not. Its files, index and HEAD are left alone,
 * and what is written lies in the quarantine. Codes: `no-commit`, `workspace-missing`, those of git.
 */
export const worktreeTip = async (
  place: RepositoryPlace,
  { path, head }: KnownWorktree,
  quarantine: Quarantine,
): Promise<Result<WorktreeTip, Failure>> => {
  const commit = head === null ? null : await resolveCommit(place, head);
  if (commit === null) return err(failure('no-commit', `${path} has no commit yet`));
  const gitDir = path === place.root ? place.commonDir : worktreeGitDir(place, path);
  if (gitDir === null)
    return err(failure('workspace-missing', `${path} is not in git's books any more`));
  const snapshot = await takeSnapshot({
    path,
    gitDir,
    head: commit,
    secret: [],
    scratch: join(quarantine.folder, 'index'),
    objects: quarantine.env(),
  });
  if (!snapshot.ok) return snapshot;
  const { tree, headTree } = snapshot.value;
  if (tree === headTree) return ok({ commit, uncommitted: false });
  const written = await writeCommits(place, quarantine, [{ tree, parent: commit }]);
  return written.ok ? ok({ commit: written.value[0] ?? commit, uncommitted: true }) : written;
};
