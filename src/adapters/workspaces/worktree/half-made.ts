import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Workspace } from '../../../domain/attempt/attempt.ts';
import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { git, gitLine } from '../../git/git.ts';
import { onObjects, onTree } from '../../git/object-access.ts';
import { trustedFilters } from '../../git/filters.ts';
import { namesIn, statOf } from '../../git/small-file.ts';
import { claimedGitDir, worktreeGitDir } from '../../git/worktree-list.ts';
import { processesNaming } from '../processes.ts';
import { takeSnapshot } from '../../git/snapshot/snapshot.ts';
import type { Yard } from '../yard.ts';

/**
 * Looks at what an interrupted `prepare` left at the workspace's path. The value is the git folder
 * of a work copy that is complete and untouched, or null when the path is free (again).
 * Only what is in the base commit anyway is ever deleted; anything else is set aside under another
 * name. `triedBefore`: an engine may have died while its git was at work here.
 * Codes: `path-occupied`, `workspace-occupied`, `workspace-busy`, and those of git.
 */
export const clearHalfMade = async (
  yard: Yard,
  workspace: Workspace,
  triedBefore: boolean,
): Promise<Result<string | null, Failure>> => {
  const { path } = workspace;
  if (triedBefore && (await gitStaysAtWork(path))) {
    return err(failure('workspace-busy', `A git command is still at work on ${path}.`));
  }
  const gitDir = worktreeGitDir(yard.place, path);
  const filled = isFilled(path);
  if (gitDir === null && !filled) return ok(null);
  if (gitDir === null && claimedGitDir(yard.place, path) === null) {
    return err(
      failure('path-occupied', `${path} exists and is not a workspace of this repository.`, {
        hint: 'Move it away, or set workspaces.root to another folder.',
      }),
    );
  }
  if (gitDir !== null) {
    const head = await headOf(gitDir);
    if (head !== null && head !== workspace.base) {
      return err(
        failure('workspace-occupied', `${path} holds other work: its HEAD is at ${head}.`),
      );
    }
    if (head !== null && filled && (await isUntouched(path, gitDir))) return ok(gitDir);
  }
  if (filled) await clearPath(yard, workspace);
  await forget(yard, path);
  return ok(null);
};

const POLL_MS = 50;
const FUSE = 1200;

/** The engine may have died while its `git worktree add` goes on: wait for that one to end. */
const gitStaysAtWork = async (path: string): Promise<boolean> => {
  for (let turn = 0; turn < FUSE; turn += 1) {
    if (processesNaming(path).length === 0) return false;
    await wait(POLL_MS);
  }
  return true;
};

/** Something lies there, and it is not an empty folder. */
const isFilled = (path: string): boolean => {
  const found = statOf(path);
  return found !== null && !(found.isDirectory() && namesIn(path).length === 0);
};

const headOf = async (gitDir: string): Promise<string | null> => {
  const args = ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'];
  const line = await gitLine(gitDir, args, { readOnly: true, env: { GIT_DIR: gitDir } });
  return line.ok ? line.value : null;
};

/** Complete, and every tracked file as the commit has it. */
const isUntouched = async (path: string, gitDir: string): Promise<boolean> => {
  if (!existsSync(join(path, '.git')) || existsSync(join(gitDir, 'index.lock'))) return false;
  const filters = await trustedFilters(gitDir);
  if (!filters.ok) return false;
  const options = onTree(gitDir, path, { readOnly: true, config: filters.value });
  const status = await git(path, ['status', '--porcelain=v1', '-z'], options);
  return status.ok && status.value.stdout.length === 0;
};

/** Deletes a folder that holds nothing but files of the base; renames any other. */
const clearPath = async (yard: Yard, workspace: Workspace): Promise<void> => {
  const { path } = workspace;
  if (await holdsNothingOfItsOwn(yard, workspace)) {
    await rm(path, { recursive: true, force: true });
    return;
  }
  let k = 1;
  while (existsSync(`${path}.found-${String(k)}`)) k += 1;
  const aside = `${path}.found-${String(k)}`;
  await rename(path, aside);
  // Its pointer would lead to the books of the workspace that takes its place.
  const pointer = join(aside, '.git');
  if (statOf(pointer)?.isFile() === true) await rm(pointer);
};

const holdsNothingOfItsOwn = async (yard: Yard, workspace: Workspace): Promise<boolean> => {
  const { commonDir, stateDir } = yard.place;
  const snapshot = await takeSnapshot({
    path: workspace.path,
    // An index of its own, read from the base: what git had begun to write is of no use.
    gitDir: commonDir,
    head: workspace.base,
    secret: [],
    scratch: join(stateDir, 'scratch', `index-${randomUUID()}`),
    index: 'fresh',
  });
  if (!snapshot.ok || snapshot.value.unread !== null || snapshot.value.nested.length > 0)
    return false;
  const args = [
    'diff-tree',
    '-r',
    '-z',
    '--name-only',
    '--diff-filter=d',
    workspace.base,
    snapshot.value.tree,
  ];
  const more = await git(commonDir, args, onObjects(yard.place, { readOnly: true }));
  if (!more.ok || more.value.stdout.length > 0) return false;
  return !(await hasIgnored(yard, workspace.path));
};

const hasIgnored = async (yard: Yard, path: string): Promise<boolean> => {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const output = await git(path, args, onTree(yard.place.commonDir, path, { readOnly: true }));
  return !output.ok || output.value.stdout.length > 0;
};

/** Takes a work copy whose folder is gone out of git's books. */
export const forget = async (yard: Yard, path: string): Promise<void> => {
  const gitDir = worktreeGitDir(yard.place, path);
  if (gitDir === null) return;
  const args = ['worktree', 'remove', '--force', '--force', path];
  await git(yard.root, args, onObjects(yard.place));
  // Books that a crash left incomplete are not a worktree to git, and it would keep them for ever.
  if (worktreeGitDir(yard.place, path) === gitDir) {
    await rm(gitDir, { recursive: true, force: true });
  }
};
