import { join } from 'node:path';
import type { Workspace } from '../../../domain/attempt/attempt.ts';
import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { workBranch } from '../../../domain/ids.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { WorkspaceSpec } from '../../../ports/workspaces.ts';
import { trustedFilters } from '../../git/filters.ts';
import type { ConfigEntry } from '../../git/environment.ts';
import { git, gitAll, runGit } from '../../git/git.ts';
import type { GitCommand, GitOutput } from '../../git/git.ts';
import { onObjects } from '../../git/object-access.ts';
import { readRef, refMove, setRef } from '../../git/refs.ts';
import { worktreeGitDir } from '../../git/worktree-list.ts';
import { bringIn, readBroughtIn } from '../brought-in.ts';
import { takeFingerprint } from './fingerprint.ts';
import { clearHalfMade } from './half-made.ts';
import { hasRecord, noteRecord, readRecord, writeRecord } from '../records.ts';
import { folderOf, isItself, lockReason } from '../yard.ts';
import type { Yard } from '../yard.ts';

/**
 * Makes an attempt's work copy on a branch of its own, or finishes one that a crash left half made.
 * Once it has been finished it is never touched again: an agent may be in it.
 * Codes: `unsafe-name`, `workspace-occupied`, `workspace-missing`, `workspace-broken`, `path-occupied`, and those of git.
 */
export const prepareWorktree = async (
  yard: Yard,
  spec: WorkspaceSpec,
): Promise<Result<Workspace, Failure>> => {
  const folder = folderOf(yard, spec.attempt);
  if (!folder.ok) return folder;
  const path = folder.value;
  const branch = workBranch(spec.run, spec.task, spec.n);
  const workspace: Workspace = {
    attempt: spec.attempt,
    level: 'worktree',
    path,
    branch,
    base: spec.base,
  };
  if (hasRecord(spec.folder, 'prepared.json')) return stillThere(yard, workspace);
  const started = await startedCopy(yard, workspace, spec);
  if (!started.ok) return started;
  const reached = leadsToItself(path, started.value);
  if (reached !== null) return err(reached);
  const brought = await bringInOnce(yard, workspace, spec);
  if (!brought.ok) return brought;
  const fingerprint = await takeFingerprint(yard.place);
  await writeRecord(spec.folder, 'prepared.json', { path, branch, base: spec.base, fingerprint });
  return ok(workspace);
};

const stillThere = (yard: Yard, workspace: Workspace): Result<Workspace, Failure> => {
  const { path, branch } = workspace;
  if (isItself(path) && worktreeGitDir(yard.place, path) !== null) return ok(workspace);
  return err(
    failure('workspace-missing', `The workspace ${path} was made and is gone or broken.`, {
      hint: `What was committed in it is on the branch ${branch}. Retry the task for a new workspace.`,
    }),
  );
};

/**
 * A complete work copy at the base, on its branch: found half made, or made now. The value is the
 * folder that git works on there.
 */
const startedCopy = async (
  yard: Yard,
  workspace: Workspace,
  spec: WorkspaceSpec,
): Promise<Result<string, Failure>> => {
  const triedBefore = hasRecord(spec.folder, 'preparing.json');
  if (!triedBefore) noteRecord(spec.folder, 'preparing.json', { path: workspace.path });
  const found = await clearHalfMade(yard, workspace, triedBefore);
  if (!found.ok) return found;
  const atOnce = found.value === null ? await makeAtOnce(yard, workspace) : null;
  if (atOnce !== null) return atOnce;
  const made = await makeInSteps(yard, workspace, found.value);
  if (!made.ok) return made;
  const top = await runGit(asksForTop(workspace.path));
  return top.ok ? ok(topIn(top.value)) : top;
};

/** Nearly every workspace is made without a hitch. Null: it is not there yet, and steps may help. */
const makeAtOnce = async (
  yard: Yard,
  workspace: Workspace,
): Promise<Result<string, Failure> | null> => {
  const { path, attempt, branch, base } = workspace;
  const filters = await trustedFilters(yard.place.commonDir);
  if (!filters.ok) return filters;
  const done = await gitAll([
    refMove(yard.place, [{ kind: 'create', ref: `refs/heads/${branch}`, to: base }], 'fanin'),
    worktreeAdding(yard, { path, name: attempt, at: branch, config: filters.value }),
    asksForTop(path),
  ]);
  const isListed = worktreeGitDir(yard.place, path) !== null;
  if (done.ok) return isListed ? ok(topIn(done.value[2])) : err(notListed(path));
  return isListed ? done : null;
};

const notListed = (path: string): Failure =>
  failure('workspace-broken', `git made ${path} and does not list it.`);

/** As above, whatever is there already. */
const makeInSteps = async (
  yard: Yard,
  workspace: Workspace,
  found: string | null,
): Promise<Result<null, Failure>> => {
  const branch = await makeBranch(yard, workspace);
  if (!branch.ok) return branch;
  if (found !== null) return switchToBranch(yard, workspace, found);
  const added = await addWorktree(yard, workspace.path, workspace.attempt, workspace.branch);
  if (!added.ok) return added;
  return worktreeGitDir(yard.place, workspace.path) === null
    ? err(notListed(workspace.path))
    : ok(null);
};

/**
 * `git worktree add`, locked at birth so that nobody's `git worktree prune` can take its books away.
 * `at` is a branch that nobody else has checked out, or a commit.
 */
export const addWorktree = async (
  yard: Yard,
  path: string,
  name: string,
  at: string,
): Promise<Result<null, Failure>> => {
  const filters = await trustedFilters(yard.place.commonDir);
  if (!filters.ok) return filters;
  const added = await runGit(worktreeAdding(yard, { path, name, at, config: filters.value }));
  return added.ok ? ok(null) : added;
};

const worktreeAdding = (
  yard: Yard,
  of: {
    readonly path: string;
    readonly name: string;
    readonly at: string;
    readonly config: readonly ConfigEntry[];
  },
): GitCommand => ({
  cwd: yard.root,
  args: ['worktree', 'add', '--lock', '--reason', lockReason(of.name), of.path, of.at],
  options: onObjects(yard.place, { config: of.config }),
});

/** Makes the branch, or finds it as it should be: this can be repeated. */
const makeBranch = async (yard: Yard, workspace: Workspace): Promise<Result<null, Failure>> => {
  const ref = `refs/heads/${workspace.branch}`;
  const created = await setRef(yard.place, ref, workspace.base, null);
  if (created.ok) return created;
  const there = await readRef(yard.place, ref);
  if (there === null) return created;
  return err(
    failure(
      'workspace-occupied',
      `The branch ${workspace.branch} exists and holds other work (${there}).`,
    ),
  );
};

/** The work copy that was found may have been left before it was on its branch. */
const switchToBranch = async (
  yard: Yard,
  workspace: Workspace,
  gitDir: string,
): Promise<Result<null, Failure>> => {
  const args = ['symbolic-ref', '-m', 'fanin: start', 'HEAD', `refs/heads/${workspace.branch}`];
  const done = await git(yard.root, args, { env: { GIT_DIR: gitDir } });
  return done.ok ? ok(null) : done;
};

/** Asks git as an agent would: without being told where the repository is. */
const asksForTop = (path: string): GitCommand => ({
  cwd: path,
  args: ['rev-parse', '--show-toplevel'],
  options: { readOnly: true },
});

const topIn = ({ stdout }: GitOutput): string => stdout.toString('utf8').replace(/\n$/, '');

const leadsToItself = (path: string, top: string): Failure | null =>
  top === path ? null : failure('workspace-broken', `git in ${path} would work on ${top}.`);

const bringInOnce = async (
  yard: Yard,
  workspace: Workspace,
  spec: WorkspaceSpec,
): Promise<Result<null, Failure>> => {
  if (readRecord(spec.folder, 'brought-in.json', readBroughtIn) !== null) return ok(null);
  const scratch = join(yard.root, '.copying', workspace.attempt);
  const brought = await bringIn(yard.place, workspace.path, scratch);
  if (!brought.ok) return brought;
  const { files, skipped } = brought.value;
  if (files.length + skipped.length > 0)
    await writeRecord(spec.folder, 'brought-in.json', brought.value);
  return ok(null);
};
