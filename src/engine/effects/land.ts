import type { Delivery } from '../../domain/delivery/delivery.ts';
import type { Failure } from '../../domain/failure.ts';
import { failure } from '../../domain/failure.ts';
import type { DeliveryId } from '../../domain/ids.ts';
import { landedRef } from '../../domain/ids.ts';
import { landingMessage } from '../../domain/provenance/landing-message.ts';
import type { EffectOutcome } from '../../domain/run/effects.ts';
import { deliveryState, planTask } from '../../domain/run/state.ts';
import type { Merge } from '../../ports/repository.ts';
import type { EffectContext } from './context.ts';
import { ABANDONED, landTag } from './context.ts';
import { receiptOf, trailersOf } from './note-landing.ts';
import { redText } from './red-text.ts';
import { runChecks } from './run-checks.ts';

/**
 * Lands one delivery: merge without a work copy, check the merged tree as that very tree, then one
 * compare-and-swap of the target together with the task's landed ref.
 */
export const land = async (context: EffectContext, id: DeliveryId): Promise<EffectOutcome> => {
  const { deps, run } = context;
  const delivery = deliveryState(run(), id);
  const { target, targetRef } = run();
  const landing = landingNames(context, delivery);
  const [moved = null, ...found] = await deps.repository.resolve([targetRef, ...landing]);
  const before = landedAt(context, delivery, found);
  if (before !== null) return before;
  if (moved !== target)
    return { kind: 'land-failed', failure: targetMoved(targetRef, target, moved) };
  const merge = await deps.repository.merge(target, delivery.commit);
  if (!merge.ok) return { kind: 'land-failed', failure: merge.error };
  if (merge.value.kind === 'conflict') return conflict(delivery, merge.value);
  const commit = await deps.repository.commit(
    merge.value.tree,
    [target, delivery.commit],
    await messageOf(context, delivery),
  );
  if (!commit.ok) return { kind: 'land-failed', failure: commit.error };
  const red = await checkMerged(context, delivery, {
    commit: commit.value,
    tree: merge.value.tree,
  });
  if (red !== null) return red;
  if (context.abandoned()) return { kind: 'land-failed', failure: ABANDONED };
  const landed = await deps.repository.land({
    targetRef,
    from: target,
    to: commit.value,
    tree: merge.value.tree,
    landedRef: landedRef(run().id, delivery.task),
  });
  return landed.ok
    ? { kind: 'land', landing: landed.value }
    : { kind: 'land-failed', failure: landed.error };
};

/** Git is the truth for landings: where the landed ref is there, the landing has happened. */
export const landedBefore = async (
  context: EffectContext,
  delivery: Delivery,
): Promise<EffectOutcome | null> =>
  landedAt(
    context,
    delivery,
    await context.deps.repository.resolve(landingNames(context, delivery)),
  );

/** What is asked about a landing, all at once; `landedAt` reads the answers. */
const landingNames = ({ run }: EffectContext, { task }: Delivery): readonly string[] => {
  const ref = landedRef(run().id, task);
  return [ref, `${ref}^1`, `${ref}^{tree}`, `${ref}^2`];
};

const landedAt = (
  { run }: EffectContext,
  delivery: Delivery,
  [to = null, from = null, tree = null, merged = null]: readonly (string | null)[],
): EffectOutcome | null => {
  if (to === null) return null;
  if (from === null || tree === null || merged !== delivery.commit)
    return {
      kind: 'land-failed',
      failure: failure(
        'landed-ref-foreign',
        `${landedRef(run().id, delivery.task)} is there already and holds another delivery`,
      ),
    };
  return { kind: 'land', landing: { from, to, tree } };
};

const checkMerged = async (
  context: EffectContext,
  delivery: Delivery,
  merged: { readonly commit: string; readonly tree: string },
): Promise<EffectOutcome | null> => {
  const { deps, run } = context;
  const task = planTask(run(), delivery.task);
  const logs = await deps.files.folder(delivery.attempt, 'landing');
  const ran = await runChecks(context, {
    run: run().id,
    task,
    setup: run().plan.setup,
    ...merged,
    logs,
    tag: landTag(delivery.id),
  });
  if (!ran.ok) return { kind: 'land-failed', failure: ran.error };
  const { checks } = ran.value;
  if (!checks.some(({ status }) => status === 'failed')) return null;
  const text = `merged with the target, ${await redText(context, delivery.attempt, checks)}`;
  return {
    kind: 'land-returned',
    comeback: { from: delivery.attempt, kind: 'red', text, commit: delivery.commit },
  };
};

const conflict = (
  delivery: Delivery,
  merge: Extract<Merge, { kind: 'conflict' }>,
): EffectOutcome => {
  const paths = merge.files.map(({ path }) => path);
  const hunks = merge.files.map(
    ({ path, text }) =>
      `${path}:\n\n${text
        .split('\n')
        .map((line) => `    ${line}`)
        .join('\n')}`,
  );
  const text = [`conflicts with the target in ${paths.join(', ')}`, ...hunks].join('\n\n');
  return {
    kind: 'land-returned',
    comeback: { from: delivery.attempt, kind: 'conflict', text, commit: delivery.commit },
  };
};

const targetMoved = (ref: string, expected: string, found: string | null): Failure =>
  failure(
    'target-moved',
    `${ref} is at ${found === null ? 'nothing' : found.slice(0, 7)}, not at ${expected.slice(0, 7)} where fanin left it; somebody else moved it`,
    {
      hint: `look at it (git log ${ref}), put it back with git update-ref ${ref} ${expected}, then approve again`,
    },
  );

const messageOf = async ({ deps, run }: EffectContext, delivery: Delivery): Promise<string> => {
  const { plan } = run();
  const { prompt } = planTask(run(), delivery.task);
  const receipt = await receiptOf(deps.files, delivery.attempt);
  return landingMessage({
    prompt,
    goal: plan.goal,
    trailers: trailersOf(run(), delivery, receipt),
  });
};
