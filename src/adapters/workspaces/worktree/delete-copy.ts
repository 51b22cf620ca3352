import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { gitAll } from '../../git/git.ts';
import type { GitCommand, GitOutput } from '../../git/git.ts';
import { onObjects } from '../../git/object-access.ts';
import { deleteTree } from '../delete-tree.ts';
import type { WorkspaceState } from '../state.ts';
import type { Yard } from '../yard.ts';

/**
 * Deletes a work copy that the caller has found to hold nothing. Git does it where git knows the
 * copy; the rest is deleted without following links. `question` is asked in the same breath when git
 * does it: the value is its answer, null when it is still to be asked.
 */
export const deleteWorkCopy = async (
  yard: Yard,
  state: WorkspaceState,
  question?: GitCommand,
): Promise<Result<GitOutput | null, Failure>> => {
  const { path } = state;
  if (state.gitDir !== null && state.claimed) {
    // The lock stays while git deletes: `--force` twice overrides it, and nobody prunes meanwhile.
    const args = ['worktree', 'remove', '--force', '--force', path];
    const removing: GitCommand = { cwd: yard.root, args, options: onObjects(yard.place) };
    const done = await gitAll(question === undefined ? [removing] : [removing, question]);
    if (done.ok) return ok(done.value[1] ?? null);
  }
  try {
    await deleteTree(path);
    return ok(null);
  } catch (error) {
    return err(
      failure('workspace-not-deleted', `${path} could not be deleted whole: ${String(error)}`, {
        hint: 'Everything in it is held by refs. Delete it by hand, or repeat: fanin clean',
      }),
    );
  }
};
