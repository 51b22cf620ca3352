import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { resolveCommit } from '../adapters/git/refs.ts';
import type { RepositoryFacts } from '../adapters/git/repository-facts.ts';
import { checkedOutAt } from '../adapters/git/worktree-list.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import type { Plan } from '../domain/plan/plan.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';

/** Where a run starts, and where it lands. */
export interface PlanStart {
  /** The commit agents start from, and what people call it. */
  readonly base: { readonly commit: string; readonly name: string };
  /** Full name of the ref to land on; null: one of the run's own. */
  readonly targetRef: string | null;
}

/**
 * A target that is there already is what a run starts from, whatever base is written.
 * Codes: `target-checked-out`, `no-such-commit`, those of git.
 */
export async function planStart(
  place: RepositoryPlace,
  plan: Plan,
  facts: RepositoryFacts,
): Promise<Result<PlanStart, Failure>> {
  const targetRef = plan.target === null ? null : fullRef(plan.target);
  if (targetRef !== null) {
    const there = await checkedOutAt(place, targetRef);
    if (!there.ok) return there;
    if (there.value !== null) return err(checkedOut(targetRef, there.value.path));
    const commit = await resolveCommit(place, targetRef);
    if (commit !== null) return ok({ targetRef, base: { commit, name: shortRef(targetRef) } });
  }
  const name = plan.base ?? facts.branch ?? 'HEAD';
  const commit = plan.base === null ? facts.head : await resolveCommit(place, plan.base);
  if (commit === null) {
    return err(
      failure('no-such-commit', `base: there is no commit "${name}"`, {
        hint: 'name a branch, a tag or a commit of this repository',
      }),
    );
  }
  return ok({ targetRef, base: { commit, name } });
}

const fullRef = (name: string): string => (name.startsWith('refs/') ? name : `refs/heads/${name}`);

const shortRef = (ref: string): string => ref.replace(/^refs\/heads\//u, '');

const checkedOut = (ref: string, path: string): Failure =>
  failure(
    'target-checked-out',
    `the target ${shortRef(ref)} is checked out at ${path}, and landings would move it under your feet`,
    {
      hint: 'leave `target` out: the run gets one of its own, and fanin promote takes it into your branch',
    },
  );
