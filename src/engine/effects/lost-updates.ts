import type { Delivery } from '../../domain/delivery/delivery.ts';
import { isOnTarget } from '../../domain/delivery/delivery.ts';
import type { Failure } from '../../domain/failure.ts';
import { failure } from '../../domain/failure.ts';
import { definedNames } from '../../domain/lost-updates/defined-names.ts';
import { pathBefore } from '../../domain/lost-updates/file-delta.ts';
import { addedLines, removedLines } from '../../domain/lost-updates/lines.ts';
import type { LostUpdate } from '../../domain/lost-updates/lost-update.ts';
import { heldReason, isAmong, isTouchedBy, lostText } from '../../domain/lost-updates/tell.ts';
import type { Task } from '../../domain/plan/plan.ts';
import { generatedBy } from '../../domain/resolve/kinds.ts';
import { lockToolFor } from '../../domain/resolve/lock-tools.ts';
import type { Result } from '../../domain/result.ts';
import { err, ok } from '../../domain/result.ts';
import { attemptState, deliveryState, planTask } from '../../domain/run/state.ts';
import type { RunState } from '../../domain/run/state.ts';
import type { HeldMember, MergedMember } from '../../domain/run/tested-group.ts';
import { findLostUpdates, isRecomputed, ledgerAt } from '../find-lost-updates.ts';
import type { LandingCandidate } from '../find-lost-updates.ts';
import type { EffectContext } from './context.ts';
import type { ResolveContext } from './regenerate.ts';
import { mergeOnto } from './resolve-merge.ts';

/** What a delivery would take back of others' work, were it to land now. One that conflicts goes back by itself. */
export const lostByLanding = async (
  { deps, run }: EffectContext,
  delivery: Delivery,
): Promise<Result<readonly LostUpdate[], Failure>> => {
  const onto = run().target;
  const merged = await deps.repository.merge(onto, delivery.commit);
  if (!merged.ok) return merged;
  if (merged.value.kind === 'conflict') return ok([]);
  const { tree } = merged.value;
  return findLostUpdates(deps.landedChanges, candidateOf(run(), delivery, onto, tree));
};

/** What was collected says nothing of where its author began: its base is where git sees it fork off. */
const candidateOf = (
  run: RunState,
  { commit, base, attempt }: Delivery,
  onto: string,
  merged: string,
): LandingCandidate => {
  const made = attemptState(run, attempt);
  const known = made.phase !== 'ended' || made.collected === undefined;
  const rules = run.plan.resolve?.generated ?? [];
  // What a tool makes anew holds nobody's lines.
  const isRemade = (path: string): boolean =>
    lockToolFor(path) !== null || generatedBy(path, rules) !== null;
  return { onto, tip: commit, merged, base: { commit: base, known }, isRemade };
};

/** Members of a group that would take back what their authors never had, and that nobody let through with that on the screen. */
export const heldMembers = async (
  { deps, run }: EffectContext,
  target: string,
  members: readonly MergedMember[],
): Promise<Result<readonly HeldMember[], Failure>> => {
  const held: HeldMember[] = [];
  let onto = target;
  for (const member of members) {
    const delivery = deliveryState(run(), member.delivery);
    const candidate = candidateOf(run(), delivery, onto, member.tree);
    const found = await findLostUpdates(deps.landedChanges, candidate);
    if (!found.ok) return found;
    const lost = found.value.filter((each) => each.blocks && !isLetThrough(delivery, each));
    if (lost.length > 0)
      held.push({ delivery: delivery.id, reason: heldReason(lost), found: lost.map(lostText) });
    onto = member.commit;
  }
  return ok(held);
};

const isLetThrough = (delivery: Delivery, lost: LostUpdate): boolean =>
  'approvedBy' in delivery && delivery.approvedBy !== 'checks' && isAmong(lost, delivery.blocking);

/** Landed tasks of this run whose files, or names that they define, are touched: their checks are run, too. */
export const earlierTasks = async (
  { deps, run }: EffectContext,
  target: string,
  tip: MergedMember,
): Promise<Result<readonly Task[], Failure>> => {
  const landed = Object.values(run().deliveries).filter(isOnTarget);
  if (landed.length === 0) return ok([]);
  const ledger = await ledgerAt(deps.landedChanges, target);
  if (!ledger.ok) return ledger;
  const files = await deps.landedChanges.delta(target, tip.commit);
  if (!files.ok) return files;
  const change = {
    paths: new Set(files.value.flatMap((file) => [file.path, pathBefore(file)])),
    names: definedNames(
      files.value.flatMap((file) => [...removedLines(file), ...addedLines(file)]),
    ),
  };
  return ok(
    ledger.value.entries.flatMap((entry): readonly Task[] => {
      const delivery = landed.find((each) => 'landing' in each && each.landing.to === entry.commit);
      return delivery !== undefined && isTouchedBy(entry, change)
        ? [planTask(run(), delivery.task)]
        : [];
    }),
  );
};

/**
 * Each commit that is to land holds what git makes of the one before it and what it brings (the delivery, or the commit
 * that resolves it), made once more. Code: `lost-update`.
 */
export const wrongTree = async (
  context: ResolveContext,
  target: string,
  members: readonly MergedMember[],
): Promise<Result<null, Failure>> => {
  const { deps, run } = context;
  let onto = target;
  for (const { delivery: id, commit, tree } of members) {
    const delivery = deliveryState(run(), id);
    const [brought = null] = await deps.repository.resolve([`${commit}^2`]);
    const tip = brought ?? delivery.commit;
    const wrong = await isRecomputed(deps.landedChanges, { onto, tip, merged: tree });
    if (!wrong.ok) return wrong;
    if (wrong.value.length > 0 && !(await isResolved(context, onto, delivery, tree)))
      return err(
        failure('lost-update', wrong.value.map(lostText).join('\n'), {
          hint: 'nothing moved; this is a fault of fanin or of git: please report it',
        }),
      );
    onto = commit;
  }
  return ok(null);
};

/** A squashed landing does not say what resolved it: the same resolvers come to the same tree. */
const isResolved = async (
  context: ResolveContext,
  onto: string,
  delivery: Delivery,
  tree: string,
): Promise<boolean> => {
  if (!context.run().plan.queue.squash) return false;
  const again = await mergeOnto(context, onto, delivery);
  return again.ok && again.value.kind === 'clean' && again.value.tree === tree;
};
