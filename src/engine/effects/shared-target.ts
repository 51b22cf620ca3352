import type { Failure } from '../../domain/failure.ts';
import { failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { err, ok } from '../../domain/result.ts';
import type { EffectContext } from './context.ts';

/** How the target here stands to the branch that others push to. */
export type Standing =
  /** They are one, or nobody else pushes. */
  | { readonly kind: 'level' }
  /** Others have pushed since. `to`: where they are. */
  | { readonly kind: 'behind'; readonly to: string }
  /** A landing got there and was not written down here before a crash. `tip`: its last commit. */
  | { readonly kind: 'offered'; readonly tip: string; readonly to: string };

const LEVEL: Standing = { kind: 'level' };

/** Asks, and fetches what is new. Codes: `remote-unreachable`, `remote-missing`, `remote-behind`, `remote-diverged`. */
export const standing = async ({
  deps,
  run,
}: EffectContext): Promise<Result<Standing, Failure>> => {
  const { sharedTarget } = deps;
  if (sharedTarget === null) return ok(LEVEL);
  const { target } = run();
  const there = await sharedTarget.look();
  if (!there.ok) return there;
  const to = there.value;
  if (to === target) return ok(LEVEL);
  if (to === null) return err(MISSING);
  if (!(await sharedTarget.holds(to, target)))
    return err((await sharedTarget.holds(target, to)) ? OURS_IS_AHEAD : DIVERGED);
  const tip = await sharedTarget.offered();
  const isOurs =
    tip !== null &&
    tip !== target &&
    (await sharedTarget.holds(to, tip)) &&
    (await sharedTarget.holds(tip, target));
  return ok(isOurs ? { kind: 'offered', tip, to } : { kind: 'behind', to });
};

/** Lets the target here follow what others have pushed. */
export const follow = async (
  { deps, run }: EffectContext,
  to: string,
): Promise<Result<null, Failure>> => {
  const { target, targetRef } = run();
  const [tree = null, now = null] = await deps.repository.resolve([`${to}^{tree}`, targetRef]);
  if (tree === null) return err(failure('no-such-commit', `${to} was not fetched`));
  // A crash can have come between following others and writing that down.
  const followed = now !== null && now !== target && (await isBetween(deps, now, { target, to }));
  const from = followed ? now : target;
  const moved = await deps.repository.land({ targetRef, from, to, tree, landed: [] });
  return moved.ok ? ok(null) : moved;
};

const isBetween = async (
  { sharedTarget }: EffectContext['deps'],
  commit: string,
  { target, to }: { readonly target: string; readonly to: string },
): Promise<boolean> =>
  sharedTarget !== null &&
  (await sharedTarget.holds(to, commit)) &&
  (await sharedTarget.holds(commit, target));

/** Makes a landing others' as well, before it is one here: theirs is the compare-and-swap that counts. */
export const publish = async (
  { deps }: EffectContext,
  from: string,
  to: string,
): Promise<Result<null, Failure>> => deps.sharedTarget?.push(from, to) ?? ok(null);

const MISSING = failure('remote-missing', 'the remote has no such branch to land on', {
  hint: 'push it first, or leave landing.push out; then approve again',
});

const OURS_IS_AHEAD = failure(
  'remote-behind',
  'the remote’s branch lacks commits that this run started from',
  { hint: 'push those first, then approve again' },
);

const DIVERGED = failure(
  'remote-diverged',
  'the remote’s branch and the target have parted: somebody rewrote it, or the run started elsewhere',
  {
    hint: 'look at both (git log --left-right); a run that starts from the remote’s branch can land on it',
  },
);
