import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { didYouMean } from '../../domain/config/nearest.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { discoverRepository } from './discover.ts';
import type { RepositoryPlace } from './discover.ts';
import { git, gitLine, runGit } from './git.ts';
import { onObjects } from './object-access.ts';
import { operationUnderWay } from './operation.ts';
import { ANY_ANSWER, lookUp, lookedUp } from './refs.ts';
import { readSmall } from './small-file.ts';
import { listWorktrees, worktreeGitDir } from './worktree-list.ts';
import type { KnownWorktree } from './worktree-list.ts';

/** Work that fanin did not start, where it lies. */
export interface ForeignWork {
  /** Full ref name; null: a work copy that is on no branch. */
  readonly branch: string | null;
  /** The work copy that has it checked out, and its git folder; null: the branch alone. */
  readonly worktree: { readonly path: string; readonly gitDir: string } | null;
  readonly head: string;
  /** A work copy of it that git knows and that is gone; null: there is none. */
  readonly gone: string | null;
}

/**
 * Finds what a person means by the name of a branch or the path of a work copy. Nothing is touched. Codes:
 * `no-such-work`, `ambiguous-id`, `own-work`, `operation-in-progress`, `unborn-branch`, `other-repository`,
 * `broken-work-copy`, those of git.
 */
export const findForeign = async (
  place: RepositoryPlace,
  typed: string,
  cwd: string,
): Promise<Result<ForeignWork, Failure>> => {
  const listed = await listWorktrees(place);
  if (!listed.ok) return listed;
  const known = listed.value;
  const path = real(resolve(cwd, typed));
  const byPath = typed === '' ? undefined : known.find((each) => real(each.path) === path);
  const ref = await branchNamed(place, typed);
  const isPath = /^\.{0,2}\/|^\.{1,2}$/u.test(typed);
  if (byPath !== undefined && ref !== null && byPath.branch !== ref && !isPath)
    return err(
      failure('ambiguous-id', `${typed} is a branch, and a work copy that has another one`, {
        hint: `write ./${typed} for the work copy, ${ref} for the branch`,
      }),
    );
  if (byPath !== undefined) return inWorktree(place, byPath);
  if (ref !== null) return onBranch(place, ref, known);
  return err(await unknown(place, { typed, path, known }));
};

const real = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

/** The full name of that very branch, local before remote; null when there is none. */
const branchNamed = async (place: RepositoryPlace, typed: string): Promise<string | null> => {
  const whole = /^refs\/(heads|remotes)\//u.test(typed);
  const names = whole ? [typed] : [`refs/heads/${typed}`, `refs/remotes/${typed}`];
  for (const name of names) {
    // It takes exact names alone: `x~1` would be a commit, and no branch.
    const args = ['show-ref', '--verify', '--quiet', '--', name];
    const there = await git(place.commonDir, args, onObjects(place, ASKING));
    if (there.ok && there.value.exit === 0) return name;
  }
  return null;
};

const ASKING = { readOnly: true, exits: ANY_ANSWER } as const;

const onBranch = async (
  place: RepositoryPlace,
  ref: string,
  known: readonly KnownWorktree[],
): Promise<Result<ForeignWork, Failure>> => {
  const holder = known.find(({ branch }) => branch === ref);
  if (holder !== undefined) return inWorktree(place, holder);
  if (isOwn(ref)) return err(ownWork(shortName(ref)));
  // In the middle of a rebase a work copy is on no branch, and the branch is where it was before.
  for (const { path } of known) {
    const gitDir = gitDirOf(place, path);
    if (gitDir !== null && rebasing(gitDir) === ref) return err(unfinished(gitDir, path));
  }
  const head = await commitAt(place.commonDir, ref);
  return head === null
    ? err(noCommit(shortName(ref)))
    : ok({ branch: ref, worktree: null, head, gone: null });
};

const inWorktree = async (
  place: RepositoryPlace,
  { path, branch, head: listedHead, lock }: KnownWorktree,
): Promise<Result<ForeignWork, Failure>> => {
  if ((branch !== null && isOwn(branch)) || lock?.startsWith('fanin ') === true)
    return err(ownWork(path));
  if (!existsSync(path)) {
    const head = await commitAt(place.commonDir, branch ?? listedHead ?? '');
    return head === null ? err(noCommit(path)) : ok({ branch, worktree: null, head, gone: path });
  }
  const gitDir = gitDirOf(place, path);
  if (gitDir === null)
    return err(
      failure('broken-work-copy', `git's books do not lead to the work copy ${path}`, {
        hint: `git worktree repair ${path}`,
      }),
    );
  if (operationUnderWay(gitDir) !== null) return err(unfinished(gitDir, path));
  const head = await commitAt(gitDir, 'HEAD');
  if (head === null) return err(noCommit(path));
  return ok({ branch, worktree: { path, gitDir }, head, gone: null });
};

const gitDirOf = (place: RepositoryPlace, path: string): string | null =>
  path === place.root ? place.commonDir : worktreeGitDir(place, path);

const commitAt = async (gitDir: string, name: string): Promise<string | null> => {
  const names = [`${name}^{commit}`];
  const output = await runGit(lookUp(gitDir, names));
  return lookedUp(output.ok ? output.value : null, names)[0] ?? null;
};

const rebasing = (gitDir: string): string | null =>
  ['rebase-merge', 'rebase-apply']
    .map((folder) => readSmall(join(gitDir, folder, 'head-name'))?.trim() ?? null)
    .find((name) => name !== null) ?? null;

const isOwn = (ref: string): boolean => ref.startsWith('refs/heads/fanin/');

const shortName = (ref: string): string => ref.replace(/^refs\/(heads|remotes)\//u, '');

const ownWork = (what: string): Failure =>
  failure('own-work', `${what} is fanin's own, and is taken in by itself`, {
    hint: 'fanin status says how it stands',
  });

const noCommit = (what: string): Failure =>
  failure(
    'unborn-branch',
    `${what} has no commit yet, so it has nothing in common with the target`,
    {
      hint: 'commit it on a branch that was made from the target',
    },
  );

const unfinished = (gitDir: string, path: string): Failure => {
  const operation = operationUnderWay(gitDir);
  const name = operation?.name ?? 'rebase';
  return failure('operation-in-progress', `A ${name} is under way in ${path}.`, {
    hint: `Finish it there, or give it up: ${operation?.abort ?? 'git rebase --abort'}`,
  });
};

const unknown = async (
  place: RepositoryPlace,
  of: { readonly typed: string; readonly path: string; readonly known: readonly KnownWorktree[] },
): Promise<Failure> => {
  const { typed, path, known } = of;
  const inside = known.find((each) => path.startsWith(`${real(each.path)}/`));
  const other = existsSync(path) && inside === undefined ? discoverRepository(path) : null;
  if (other?.ok === true && other.value.commonDir !== place.commonDir)
    return failure('other-repository', `${typed} belongs to another repository`, {
      hint: `fetch its branch into this one first: git fetch ${other.value.root} <branch>:<branch>`,
    });
  const names = (await branches(place)).filter((name) => !name.startsWith('fanin/'));
  const otherwise =
    inside !== undefined && existsSync(path)
      ? `it lies in a work copy: fanin collect ${inside.path}`
      : 'git branch lists branches, git worktree list work copies';
  return failure('no-such-work', `there is no branch and no work copy ${JSON.stringify(typed)}`, {
    hint: didYouMean(typed, names, otherwise),
  });
};

const branches = async (place: RepositoryPlace): Promise<readonly string[]> => {
  const args = ['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads'];
  const line = await gitLine(place.commonDir, args, onObjects(place, { readOnly: true }));
  return line.ok ? line.value.split('\n') : [];
};
