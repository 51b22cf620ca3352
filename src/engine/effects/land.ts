import type { Delivery } from '../../domain/delivery/delivery.ts';
import type { Failure } from '../../domain/failure.ts';
import { failure } from '../../domain/failure.ts';
import type { DeliveryId } from '../../domain/ids.ts';
import { landedRef } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { err, ok } from '../../domain/result.ts';
import type { Effect, EffectOutcome } from '../../domain/run/effects.ts';
import { deliveryState } from '../../domain/run/state.ts';
import type { LandedMember, MergedMember, TestedGroup } from '../../domain/run/tested-group.ts';
import type { EffectContext } from './context.ts';
import { ABANDONED, groupTag } from './context.ts';
import { wrongTree } from './lost-updates.ts';
import { mergeGroup } from './merge-group.ts';
import type { ResolveContext } from './regenerate.ts';
import { follow, publish, standing } from './shared-target.ts';

type LandGroup = Extract<Effect, { kind: 'land-group' }>;

/**
 * Moves the target to the tree that a group was green on, and each member's landed ref with it: one
 * compare-and-swap. Where others push to it, theirs comes first.
 */
export const landGroup = async (
  context: EffectContext,
  { test, deliveries }: LandGroup,
): Promise<EffectOutcome> => {
  const tested = context.run().mergeQueue.tested[test];
  if (tested === undefined) return failed(NOT_TESTED, true);
  const met = await standing(context);
  if (!met.ok) return failed(met.error, false);
  const pushed =
    met.value.kind === 'offered' ? await membersUpTo(context, met.value.tip, deliveries) : null;
  if (pushed !== null) return landHere(context, pushed);
  if (met.value.kind !== 'level') {
    const followed = await follow(context, met.value.to);
    if (!followed.ok) return failed(followed.error, false);
    return { kind: 'land-group-moved', to: met.value.to };
  }
  const tag = groupTag(context.run().id, test);
  const members = await onTarget({ ...context, tag }, tested.group, deliveries);
  if (!members.ok) return failed(members.error, true);
  const tip = members.value.at(-1);
  if (tip === undefined) return failed(NOT_TESTED, true);
  if (context.abandoned()) return failed(ABANDONED, true);
  const wrong = await wrongTree({ ...context, tag }, context.run().target, members.value);
  if (!wrong.ok) return failed(wrong.error, false);
  const published = await publish(context, context.run().target, tip.commit);
  if (!published.ok) return failed(published.error, published.error.code === 'remote-moved');
  return landHere(context, members.value);
};

const landHere = async (
  context: EffectContext,
  members: readonly MergedMember[],
): Promise<EffectOutcome> => {
  const { deps, run } = context;
  const { target, targetRef } = run();
  const tip = members.at(-1);
  if (tip === undefined) return failed(NOT_TESTED, true);
  const landed = await deps.repository.land({
    targetRef,
    from: target,
    to: tip.commit,
    tree: tip.tree,
    landed: members.map(({ delivery, commit }) => ({ ref: refOf(context, delivery), commit })),
  });
  return landed.ok
    ? { kind: 'land-group', landed: movesOf(target, members) }
    : failed(landed.error, false);
};

/** The commits of these deliveries from the target up to one that others have already; null: it brings others. */
const membersUpTo = async (
  { deps, run }: EffectContext,
  tip: string,
  deliveries: readonly DeliveryId[],
): Promise<readonly MergedMember[] | null> => {
  const members: MergedMember[] = [];
  let at: string | null = tip;
  for (const delivery of deliveries.toReversed()) {
    if (at === null) return null;
    const [before, tree, ...brought]: readonly (string | null)[] = await deps.repository.resolve([
      `${at}^1`,
      `${at}^{tree}`,
      ...broughtBy(at),
    ]);
    if (!bringsIt(brought, deliveryState(run(), delivery)) || typeof tree !== 'string') return null;
    members.unshift({ delivery, commit: at, tree });
    at = before ?? null;
  }
  return at === run().target ? members : null;
};

/** What a landing's commit brings: a delivery, or a resolution on top of one, and of what that was landed on. */
const broughtBy = (landed: string): readonly string[] => [
  `${landed}^2`,
  `${landed}^2^1`,
  `${landed}^2^2`,
];

const bringsIt = (
  [brought, resolved, onto]: readonly (string | null)[],
  { commit }: Delivery,
): boolean => brought === commit || (resolved === commit && typeof onto === 'string');

/** Git is the truth for landings: where the landed refs are there, the landing has happened. Null: it has not. */
export const landedBefore = async (
  context: EffectContext,
  { deliveries }: LandGroup,
): Promise<EffectOutcome | null> => {
  const { deps, run } = context;
  const names = deliveries.flatMap((id) => {
    const ref = refOf(context, id);
    return [ref, `${ref}^1`, `${ref}^{tree}`, ...broughtBy(ref)];
  });
  const found = await deps.repository.resolve(names);
  const landed: LandedMember[] = [];
  for (const [index, delivery] of deliveries.entries()) {
    const [to = null, from = null, tree = null, ...brought] = found.slice(6 * index, 6 * index + 6);
    if (to === null) continue;
    // Squashed, it does not say what it was made of.
    const isOther =
      (brought[0] ?? null) !== null && !bringsIt(brought, deliveryState(run(), delivery));
    if (from === null || tree === null || isOther)
      return failed(foreign(refOf(context, delivery)), false);
    landed.push({ delivery, landing: { from, to, tree } });
  }
  return landed.length === 0 ? null : { kind: 'land-group', landed };
};

/**
 * The commits that are to land. Where another group has landed since the test, they are made anew on top
 * of that; the tree must come out as the one that was tested.
 */
const onTarget = async (
  context: ResolveContext,
  group: TestedGroup,
  deliveries: readonly DeliveryId[],
): Promise<Result<readonly MergedMember[], Failure>> => {
  const { run } = context;
  const { target } = run();
  const tested = group.commits.filter(({ delivery }) => deliveries.includes(delivery));
  if (group.base === target && tested.length === group.commits.length) return ok(tested);
  const members = tested.map(({ delivery }) => deliveryState(run(), delivery));
  const merged = await mergeGroup(context, target, members);
  if (!merged.ok) return merged;
  const { commits, leftOut } = merged.value;
  const same = leftOut.length === 0 && commits.at(-1)?.tree === group.commits.at(-1)?.tree;
  return same ? ok(commits) : err(OTHER_TREE);
};

const refOf = ({ run }: EffectContext, delivery: DeliveryId): string =>
  landedRef(run().id, deliveryState(run(), delivery).task);

const movesOf = (target: string, members: readonly MergedMember[]): readonly LandedMember[] =>
  members.map(({ delivery, commit, tree }, index) => ({
    delivery,
    landing: { from: members[index - 1]?.commit ?? target, to: commit, tree },
  }));

const failed = (reason: Failure, again: boolean): EffectOutcome => ({
  kind: 'land-group-failed',
  failure: reason,
  again,
});

const NOT_TESTED = failure('not-tested', 'what would land was not tested');

const OTHER_TREE = failure(
  'other-tree',
  'merged in another order the group gives another tree than the one that was tested',
);

const foreign = (ref: string): Failure =>
  failure('landed-ref-foreign', `${ref} is there already and holds another delivery`);
