import type { Landing } from '../../domain/delivery/delivery.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { LandingRequest } from '../../ports/repository.ts';
import type { RepositoryPlace } from './discover.ts';
import type { GitFence } from './fence.ts';
import { runGit } from './git.ts';
import { ownHooks } from './landing-ways.ts';
import { isAncestor, lookUp, lookedUp, moveRefs, resolveObjects } from './refs.ts';
import { listWorktrees, mayBeCheckedOut } from './worktree-list.ts';
import type { KnownWorktree } from './worktree-list.ts';

/** `hooks`: the repository's `reference-transaction` has a say. */
export interface LandingOptions {
  readonly fence?: GitFence | null;
  readonly hooks?: boolean;
}

/**
 * Moves the target and records the landing in one transaction; done once however often it is asked.
 * Under a fence only as long as no other engine has taken over.
 * Codes: `target-moved`, `already-landed`, `tree-mismatch`, `not-fast-forward`, `target-checked-out`.
 */
export const landOnce = async (
  place: RepositoryPlace,
  request: LandingRequest,
  { fence = null, hooks = false }: LandingOptions = {},
): Promise<Result<Landing, Failure>> => {
  const { from, to, tree, targetRef, landed } = request;
  const landing: Landing = { from, to, tree };
  const seen = await look(place, request);
  if (!seen.ok) return seen;
  if (isDone(request, seen.value)) return ok(landing);
  const elsewhere = landed.find((_, index) => (seen.value.landed[index] ?? null) !== null);
  if (elsewhere !== undefined) return err(landedElsewhere(elsewhere.ref));
  const refused = refusal(request, seen.value);
  if (refused !== null) return err(refused);
  const moved = await moveRefs(
    place,
    [
      ...(fence === null ? [] : [{ kind: 'verify', ...fence } as const]),
      { kind: 'update', ref: targetRef, to, old: from },
      ...landed.map(({ ref, commit }) => ({ kind: 'create', ref, to: commit }) as const),
      ...(request.drops === undefined
        ? []
        : [{ kind: 'delete', ref: request.drops.ref, old: request.drops.at } as const]),
    ],
    'fanin: landing',
    hooks ? [await ownHooks(place)] : [],
  );
  if (moved.ok) return ok(landing);
  const refs = [targetRef, ...landed.map(({ ref }) => ref)];
  const [target = null, ...after] = await resolveObjects(place, refs);
  if (isDone(request, { target, landed: after })) return ok(landing);
  return err(target === from ? moved.error : targetMoved(targetRef, from, target));
};

/** Whether the landed refs hold what they are to hold already; without any, whether the target does. */
const isDone = ({ landed, to }: LandingRequest, held: Pick<Seen, 'landed' | 'target'>): boolean =>
  landed.length === 0
    ? held.target === to
    : landed.every(({ commit }, index) => held.landed[index] === commit);

/** The repository as a landing meets it. */
interface Seen {
  /** What the landed refs hold, in their order. */
  readonly landed: readonly (string | null)[];
  readonly target: string | null;
  /** What the new commit holds. */
  readonly tree: string | null;
  readonly follows: boolean;
  /** The work copy that has the target checked out. */
  readonly checkout: KnownWorktree | null;
}

const look = async (
  place: RepositoryPlace,
  { from, to, targetRef, landed: refs }: LandingRequest,
): Promise<Result<Seen, Failure>> => {
  const names = [targetRef, `${to}^{tree}`, `${to}^1`, ...refs.map(({ ref }) => ref)];
  const objects = await runGit(lookUp(place.commonDir, names));
  if (!objects.ok) return objects;
  const listed = mayBeCheckedOut(place, targetRef) ? await listWorktrees(place) : ok([]);
  if (!listed.ok) return listed;
  const [target = null, tree = null, parent, ...landed] = lookedUp(objects.value, names);
  const checkout = listed.value.find(({ branch }) => branch === targetRef) ?? null;
  const follows = parent === from || (await isAncestor(place, from, to));
  return ok({ landed, target, tree, follows, checkout });
};

/** What is wrong with the request itself, before any ref is touched. */
const refusal = (request: LandingRequest, seen: Seen): Failure | null => {
  const { from, to, tree, targetRef } = request;
  if (seen.target !== from) return targetMoved(targetRef, from, seen.target);
  if (seen.tree !== tree) {
    return failure(
      'tree-mismatch',
      `${to} holds the tree ${seen.tree ?? 'none'}, not the checked tree ${tree}.`,
    );
  }
  if (!seen.follows) {
    return failure('not-fast-forward', `${to} does not follow ${from}, where ${targetRef} is.`);
  }
  if (seen.checkout === null) return null;
  const { path } = seen.checkout;
  return failure(
    'target-checked-out',
    `${targetRef} is checked out at ${path}, and landing would leave that checkout behind it.`,
    {
      hint: `Switch that checkout to another branch: git -C '${path}' switch --detach`,
    },
  );
};

const targetMoved = (ref: string, from: string, now: string | null): Failure =>
  failure('target-moved', `${ref} is at ${now ?? 'nothing'}, not at ${from}.`, {
    hint: 'Nothing was landed; the delivery is merged and checked again on the new target.',
  });

const landedElsewhere = (ref: string): Failure =>
  failure('already-landed', `${ref} exists: this task has landed before.`);
