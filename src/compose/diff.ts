import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diffText } from '../adapters/git/diff.ts';
import type { DiffOptions } from '../adapters/git/diff.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { openPrivateStore } from '../adapters/git/private-store.ts';
import { moveRefs, readRef } from '../adapters/git/refs.ts';
import { worktreeGitDir } from '../adapters/git/worktree-list.ts';
import { lookIntoClone } from '../adapters/workspaces/clone/look.ts';
import { isClone } from '../adapters/workspaces/room.ts';
import { broughtInRecord } from '../adapters/workspaces/scene.ts';
import { takeSnapshot } from '../adapters/git/snapshot/snapshot.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import { workBranch } from '../domain/ids.ts';
import type { AttemptId, RunId } from '../domain/ids.ts';
import type { AttemptView } from '../domain/run/views.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { attemptFolder } from './attempt-reader.ts';
import { cloneDeps } from './clones.ts';

/** An attempt as its view tells it. */
export interface DiffSubject extends Pick<
  AttemptView,
  'task' | 'n' | 'workspace' | 'removed' | 'base' | 'commit'
> {
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
  const { workspace } = attempt;
  if (attempt.commit === null && workspace !== null && !attempt.removed && isClone(workspace))
    return cloneDiff(place, { ...attempt, workspace }, options);
  const tree = attempt.commit === null ? await treeNow(place, attempt) : ok(attempt.commit);
  return tree.ok ? diffText(place, { from: attempt.base, to: tree.value }, options) : tree;
}

/** Nobody looks into a clone but through its boundary; what is seen passes through the private store. */
async function cloneDiff(
  place: RepositoryPlace,
  attempt: DiffSubject & { readonly workspace: string },
  options: DiffOptions,
): Promise<Result<Buffer, Failure>> {
  const { workspace: path, base, run, task, n, id } = attempt;
  const deps = cloneDeps(place, dirname(path));
  if (deps === null)
    return err(failure('boundary-missing', 'this host has no boundary to look into it through'));
  const branch = workBranch(run, task, n);
  const folder = attemptFolder(place, id);
  const seen = await lookIntoClone(deps, `diff-${process.pid}`)(
    { attempt: id, level: 'sandbox', path, branch, base },
    { attempt: id, run, task, n, base, level: 'sandbox', folder },
  );
  if (!seen.ok) return seen;
  const store = await openPrivateStore(place);
  if (!store.ok) return store;
  const passing = `refs/fanin/passing/diff-${process.pid}`;
  const fetched = await seen.value.fetch(store.value, passing);
  if (!fetched.ok) return fetched;
  const text = await diffText(store.value, { from: base, to: seen.value.tree }, options);
  const old = await readRef(store.value, passing);
  if (old !== null) await moveRefs(store.value, [{ kind: 'delete', ref: passing, old }], 'fanin');
  return text;
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
