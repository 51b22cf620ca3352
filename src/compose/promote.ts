import { countCommits } from '../adapters/git/count-commits.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { promote } from '../adapters/git/promote.ts';
import { isAncestor, readRef, resolveCommit } from '../adapters/git/refs.ts';
import { listWorktrees } from '../adapters/git/worktree-list.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import type { RunId, TaskId } from '../domain/ids.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';

/** What of a run is to be promoted. */
export interface PromoteWish {
  readonly run: RunId;
  /** The commit the run started from. */
  readonly base: string;
  readonly targetRef: string;
  /** Tasks that have landed, each with the commit that landed it. */
  readonly landed: readonly LandedTask[];
  /** The branch as typed; null: the one that the main checkout is on. */
  readonly to: string | null;
}

/** A task and the commit on the target that landed it. */
export interface LandedTask {
  readonly task: TaskId;
  readonly commit: string;
}

/** What a promotion came to. */
export interface PromoteReport {
  /** Null: nothing has landed, so no branch was looked for. */
  readonly branch: string | null;
  /** Where the branch was; null: it is new. */
  readonly from: string | null;
  /** Where the target is. */
  readonly to: string;
  /** False: the branch had everything already. */
  readonly moved: boolean;
  /** What the branch has now and did not have before. */
  readonly tasks: readonly LandedTask[];
  /** Null where git could not tell. */
  readonly commits: number | null;
  /** The work copy whose files moved with the branch. */
  readonly checkout: string | null;
}

/**
 * Fast-forwards a branch of the user's to what a run has landed. A branch that has it all, and a run that
 * has landed nothing, are fine. Codes: those of the adapter, `detached-head`, `other-branch`.
 */
export async function promoteRun(
  place: RepositoryPlace,
  wish: PromoteWish,
): Promise<Result<PromoteReport, Failure>> {
  const target = await resolveCommit(place, wish.targetRef);
  if (target === wish.base) return ok({ ...NOTHING, branch: null, from: null, to: target });
  const branch = wish.to === null ? await ownBranch(place, wish) : ok(wish.to);
  if (!branch.ok) return branch;
  const from = await readRef(place, `refs/heads/${branch.value}`);
  if (target !== null && from !== null && (await isAncestor(place, target, from))) {
    return ok({ ...NOTHING, branch: branch.value, from, to: target });
  }
  const request = { targetRef: wish.targetRef, branch: branch.value };
  const promoted = await promote(place, request);
  if (!promoted.ok) return promoted;
  const { to, checkout } = promoted.value;
  const before = from ?? wish.base;
  return ok({
    branch: branch.value,
    from,
    to,
    moved: true,
    tasks: await arrived(place, wish.landed, { before, to }),
    commits: await countCommits(place, before, to),
    checkout,
  });
}

const NOTHING = { moved: false, tasks: [], commits: 0, checkout: null } as const;

/** The branch of the main checkout, when it can be the one that the run started from. */
async function ownBranch(
  place: RepositoryPlace,
  { run, base }: PromoteWish,
): Promise<Result<string, Failure>> {
  const known = await listWorktrees(place);
  if (!known.ok) return known;
  const [main] = known.value;
  const branch = main?.branch?.replace(/^refs\/heads\//u, '') ?? null;
  if (branch === null) {
    return err(
      failure('detached-head', 'HEAD is detached, so there is no branch to promote to', {
        hint: 'name one: fanin promote --to <branch>',
      }),
    );
  }
  if (await isAncestor(place, base, `refs/heads/${branch}`)) return ok(branch);
  // A branch behind the base would be taken further than the run has gone.
  return err(
    failure(
      'other-branch',
      `the main checkout is on ${branch}, which does not have the commit ${base.slice(0, 8)} that run ${run} started from`,
      { hint: `name the branch that is meant: fanin promote --to <branch>` },
    ),
  );
}

const arrived = async (
  place: RepositoryPlace,
  landed: readonly LandedTask[],
  { before, to }: { readonly before: string; readonly to: string },
): Promise<readonly LandedTask[]> => {
  const found: LandedTask[] = [];
  for (const task of landed) {
    const isNew = !(await isAncestor(place, task.commit, before));
    if (isNew && (await isAncestor(place, task.commit, to))) found.push(task);
  }
  return found;
};
