import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diffText } from '../adapters/git/diff.ts';
import type { DiffOptions } from '../adapters/git/diff.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { worktreeGitDir } from '../adapters/git/worktree-list.ts';
import { broughtInRecord } from '../adapters/workspaces/scene.ts';
import { takeSnapshot } from '../adapters/git/snapshot/snapshot.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import type { AttemptId, RunId } from '../domain/ids.ts';
import type { AttemptView } from '../domain/run/views.ts';
import { err } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { attemptFolder } from './attempt-reader.ts';

/** An attempt as its view tells it. */
export interface DiffSubject extends AttemptView {
  readonly run: RunId;
  readonly id: AttemptId;
}

/**
 * What an attempt has changed since its base: by its commit once it is harvested, and by what lies in its
 * workspace before. Codes: `attempt-ended` when it left nothing, `workspace-missing`, those of git.
 */
export async function attemptDiff(
  place: RepositoryPlace,
  attempt: DiffSubject,
  options: DiffOptions,
): Promise<Result<Buffer, Failure>> {
  const tree =
    attempt.commit === null
      ? await treeNow(place, attempt)
      : { ok: true as const, value: attempt.commit };
  return tree.ok ? diffText(place, { from: attempt.base, to: tree.value }, options) : tree;
}

/** The content of the workspace now, as a tree; the agent's index and files are left alone. */
async function treeNow(
  place: RepositoryPlace,
  attempt: DiffSubject,
): Promise<Result<string, Failure>> {
  const { workspace, base, task, n, id } = attempt;
  if (workspace === null || attempt.removed) {
    return err(failure('attempt-ended', `${task}#${n} has ended and left no changes`));
  }
  const gitDir = worktreeGitDir(place, workspace);
  if (gitDir === null)
    return err(
      failure('workspace-missing', `the workspace ${workspace} is no longer in git's books`),
    );
  const record = broughtInRecord({ folder: attemptFolder(place, id) });
  const scratch = join(tmpdir(), `fanin-diff-${process.pid}-${id}`);
  const secret = record.files.map(({ path }) => path);
  const snapshot = await takeSnapshot({ path: workspace, gitDir, head: base, secret, scratch });
  return snapshot.ok ? { ok: true, value: snapshot.value.tree } : snapshot;
}
