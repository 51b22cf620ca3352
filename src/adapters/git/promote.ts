import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { git, gitLine } from './git.ts';
import { operationUnderWay } from './operation.ts';
import { paths } from './paths.ts';
import { isAncestor, moveRefs, readRef, resolveCommit } from './refs.ts';
import { checkedOutAt, worktreeGitDir } from './worktree-list.ts';
import type { KnownWorktree } from './worktree-list.ts';

/** What a promotion did. `from` null: the branch is new. `checkout`: the work copy that moved with it. */
export interface Promotion {
  readonly branch: string;
  readonly from: string | null;
  readonly to: string;
  readonly checkout: string | null;
}

/**
 * Fast-forwards a branch of the user's to the target, or makes it. Never merges, never forces.
 * Codes: `no-such-target`, `bad-branch-name`, `not-fast-forward`, `checkout-dirty`,
 * `checkout-gone`, `untracked-in-the-way`, `operation-in-progress`, `branch-moved`.
 */
export const promote = async (
  place: RepositoryPlace,
  request: { readonly targetRef: string; readonly branch: string },
): Promise<Result<Promotion, Failure>> => {
  const { branch, targetRef } = request;
  const valid = await gitLine(place.commonDir, ['check-ref-format', '--branch', branch]);
  if (!valid.ok || valid.value !== branch) {
    return err(failure('bad-branch-name', `${branch} is not a branch name that git takes.`));
  }
  const to = await resolveCommit(place, targetRef);
  if (to === null) return err(failure('no-such-target', `${targetRef} does not exist.`));
  const ref = `refs/heads/${branch}`;
  const from = await readRef(place, ref);
  const done: Promotion = { branch, from, to, checkout: null };
  if (from === to) return ok(done);
  if (from !== null && !(await isAncestor(place, from, to)))
    return err(diverged(branch, from, shortRef(targetRef)));
  const holder = await checkedOutAt(place, ref);
  if (!holder.ok) return holder;
  if (holder.value !== null && from !== null) return inCheckout(place, holder.value, done);
  const step =
    from === null
      ? ({ kind: 'create', ref, to } as const)
      : ({ kind: 'update', ref, to, old: from } as const);
  const moved = await moveRefs(place, [step], `fanin: promote ${targetRef}`);
  if (moved.ok) return ok(done);
  const now = await readRef(place, ref);
  return now === from
    ? moved
    : err(
        failure('branch-moved', `${branch} was moved by somebody else meanwhile.`, {
          hint: 'Repeat the command.',
        }),
      );
};

const shortRef = (ref: string): string => ref.replace(/^refs\/heads\//, '');

const diverged = (branch: string, from: string, target: string): Failure =>
  failure(
    'not-fast-forward',
    `${branch} has commits that the target does not have (it is at ${from.slice(0, 8)}).`,
    {
      hint: `Merge the target there: git switch ${branch} && git merge ${target}`,
    },
  );

/** Moving a checked-out branch means moving its files: git does it, and only where nothing is disturbed. */
const inCheckout = async (
  place: RepositoryPlace,
  holder: KnownWorktree,
  done: Promotion,
): Promise<Result<Promotion, Failure>> => {
  const { path } = holder;
  const refused = await disturbed(place, path, done.branch);
  if (refused !== null) return err(refused);
  const args = [
    'merge',
    '--ff-only',
    '--no-autostash',
    '--no-overwrite-ignore',
    '--no-stat',
    '-q',
    done.to,
  ];
  // The branch's own merge options could turn a fast-forward into a squash.
  const merged = await git(path, args, { config: [[`branch.${done.branch}.mergeOptions`, '']] });
  if (merged.ok) return ok({ ...done, checkout: path });
  if (/would be overwritten|would lose/.test(merged.error.message)) {
    return err(
      failure(
        'untracked-in-the-way',
        `${done.branch} is checked out at ${tilde(path)}, where untracked files lie that promote would overwrite.`,
        {
          hint: `Move them away, or: fanin promote --to other-branch. git said: ${listedPaths(merged.error.message)}`,
        },
      ),
    );
  }
  return merged;
};

const disturbed = async (
  place: RepositoryPlace,
  path: string,
  branch: string,
): Promise<Failure | null> => {
  if (!existsSync(path)) {
    return failure(
      'checkout-gone',
      `${branch} is checked out at ${tilde(path)}, and that folder is gone.`,
      {
        hint: 'git worktree prune',
      },
    );
  }
  const gitDir =
    path === place.root ? place.commonDir : (worktreeGitDir(place, path) ?? join(path, '.git'));
  const operation = operationUnderWay(gitDir);
  if (operation !== null) {
    return failure(
      'operation-in-progress',
      `${branch} is checked out at ${tilde(path)}, where a ${operation.name} is under way.`,
      {
        hint: `Finish it there, or give it up: ${operation.abort}`,
      },
    );
  }
  const status = await git(path, ['status', '--porcelain=v1', '-z', '--no-renames', '-uno'], {
    readOnly: true,
  });
  if (!status.ok) return status.error;
  const changed = paths(status.value.stdout).length;
  if (changed === 0) return null;
  const files = changed === 1 ? '1 changed file' : `${String(changed)} changed files`;
  const them = changed === 1 ? 'it' : 'them';
  return failure(
    'checkout-dirty',
    `${branch} is checked out at ${tilde(path)} with ${files}, so promote would disturb ${them}.`,
    {
      hint: 'Commit or stash there, or: fanin promote --to other-branch',
    },
  );
};

const listedPaths = (message: string): string =>
  message
    .split('\n')
    .filter((line) => line.startsWith('\t'))
    .map((line) => line.trim())
    .join(', ');

const tilde = (path: string): string => {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
};
