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
import type { Result } from '../../domain/result.ts';
import { err, ok } from '../../domain/result.ts';
import { attemptState, deliveryState, planTask } from '../../domain/run/state.ts';
import type { RunState } from '../../domain/run/state.ts';
import type { HeldMember, MergedMember } from '../../domain/run/tested-group.ts';
import { findLostUpdates, isRecomputed, ledgerAt } from '../find-lost-updates.ts';
import type { LandingCandidate } from '../find-lost-updates.ts';
import type { EffectContext } from './context.ts';

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
  return { onto, tip: commit, merged, base: { commit: base, known } };
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

/** Each commit that is to land holds what git makes of the one before it and the delivery, made once more. Code: `lost-update`. */
export const wrongTree = async (
  { deps, run }: EffectContext,
  target: string,
  members: readonly MergedMember[],
): Promise<Result<null, Failure>> => {
  let onto = target;
  for (const { delivery, commit, tree } of members) {
    const tip = deliveryState(run(), delivery).commit;
    const wrong = await isRecomputed(deps.landedChanges, { onto, tip, merged: tree });
    if (!wrong.ok) return wrong;
    if (wrong.value.length > 0)
      return err(
        failure('lost-update', wrong.value.map(lostText).join('\n'), {
          hint: 'nothing moved; this is a fault of fanin or of git: please report it',
        }),
      );
    onto = commit;
  }
  return ok(null);
};
