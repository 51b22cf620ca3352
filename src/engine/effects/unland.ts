import type { CheckResult, Delivery } from '../../domain/delivery/delivery.ts';
import { isOnTarget } from '../../domain/delivery/delivery.ts';
import type { Failure } from '../../domain/failure.ts';
import { failure } from '../../domain/failure.ts';
import type { DeliveryId } from '../../domain/ids.ts';
import { attemptLabel, landedRef, undoneRef } from '../../domain/ids.ts';
import { landingMessage } from '../../domain/provenance/landing-message.ts';
import type { CheckDefinition, Task } from '../../domain/plan/plan.ts';
import { nameList } from '../../domain/plan/name-list.ts';
import type { EffectOutcome } from '../../domain/run/effects.ts';
import { attemptState, deliveryState, planTask } from '../../domain/run/state.ts';
import type { RunState } from '../../domain/run/state.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { EffectContext } from './context.ts';
import { ABANDONED, unlandTag } from './context.ts';
import { redText } from './red-text.ts';
import { runChecks } from './run-checks.ts';
import { follow, publish, standing } from './shared-target.ts';

type Unlanding = Extract<Delivery, { phase: 'unlanding' }>;

/**
 * Takes a landing off the target: what it brought is merged away, the tree that this gives is checked as
 * that very tree, with the checks of everything that stays, and only a green one becomes the target.
 */
export const unland = async (context: EffectContext, id: DeliveryId): Promise<EffectOutcome> => {
  const { deps, run } = context;
  const delivery = deliveryState(run(), id);
  if (delivery.phase !== 'unlanding') return refused(gone(delivery));
  const before = await undoneBefore(context, delivery);
  if (before !== null) return before;
  const others = await othersFirst(context, delivery);
  if (others !== null) return others;
  const { target, targetRef } = run();
  const [now = null] = await deps.repository.resolve([targetRef]);
  if (now !== target) return refused(targetMoved(targetRef, now));
  const tree = await without(context, target, delivery);
  if (!tree.ok) return refused(tree.error);
  const commit = await deps.repository.commit(tree.value, [target], messageOf(run(), delivery));
  if (!commit.ok) return refused(commit.error);
  const candidate = { commit: commit.value, tree: tree.value };
  const red = await checkWithout(context, delivery, candidate);
  if (red !== null) return refused(red);
  if (context.abandoned()) return refused(ABANDONED);
  const again = await without(context, target, delivery);
  if (!again.ok) return refused(again.error);
  if (again.value !== candidate.tree) return refused(OTHER_TREE);
  const published = await publish(context, target, candidate.commit);
  if (!published.ok && published.error.code === 'remote-moved')
    return (await othersFirst(context, delivery)) ?? refused(published.error);
  return published.ok ? undoHere(context, delivery, candidate) : refused(published.error);
};

interface Candidate {
  readonly commit: string;
  readonly tree: string;
}

const undoHere = async (
  { deps, run }: EffectContext,
  delivery: Unlanding,
  { commit, tree }: Candidate,
): Promise<EffectOutcome> => {
  const { target, targetRef } = run();
  const done = await deps.repository.land({
    targetRef,
    from: target,
    to: commit,
    tree,
    landed: [{ ref: undoneRefOf(run(), delivery), commit }],
    drops: { ref: landedRef(run().id, delivery.task), at: delivery.landing.to },
  });
  return done.ok ? { kind: 'unland', landing: done.value } : refused(done.error);
};

/** Where others push to the target: what they have pushed comes first, or this undo, which got there before. */
const othersFirst = async (
  context: EffectContext,
  delivery: Unlanding,
): Promise<EffectOutcome | null> => {
  const met = await standing(context);
  if (!met.ok) return refused(met.error);
  if (met.value.kind === 'level') return null;
  if (met.value.kind === 'offered') {
    const { tip } = met.value;
    const [before, more, tree] = await context.deps.repository.resolve([
      `${tip}^1`,
      `${tip}^2`,
      `${tip}^{tree}`,
    ]);
    const wanted = await without(context, context.run().target, delivery);
    const isIt = before === context.run().target && more === null && wanted.ok;
    if (isIt && typeof tree === 'string' && wanted.value === tree)
      return undoHere(context, delivery, { commit: tip, tree });
  }
  const followed = await follow(context, met.value.to);
  return followed.ok ? { kind: 'unland-moved', to: met.value.to } : refused(followed.error);
};

/** Git is the truth: where the undone ref is there, it has been done. */
export const undoneBefore = async (
  { deps, run }: EffectContext,
  delivery: Delivery,
): Promise<EffectOutcome | null> => {
  const ref = undoneRefOf(run(), delivery);
  const [to = null, from = null, tree = null] = await deps.repository.resolve([
    ref,
    `${ref}^1`,
    `${ref}^{tree}`,
  ]);
  return to === null || from === null || tree === null
    ? null
    : { kind: 'unland', landing: { from, to, tree } };
};

const undoneRefOf = (run: RunState, { task, attempt }: Delivery): string =>
  undoneRef(run.id, task, attemptState(run, attempt).n);

const refused = (reason: Failure): EffectOutcome => ({ kind: 'unland-failed', failure: reason });

/** The target's tree without what the landing brought: merged with the tree before it, on the landed one as base. */
const without = async (
  { deps }: EffectContext,
  target: string,
  { task, landing }: Unlanding,
): Promise<Result<string, Failure>> => {
  const merged = await deps.repository.merge(target, landing.from, landing.to);
  if (!merged.ok) return merged;
  if (merged.value.kind === 'clean') return ok(merged.value.tree);
  const paths = merged.value.files.map(({ path }) => path);
  return err(
    failure(
      'undo-conflicts',
      `later landings changed the same lines as ${task}: ${nameList(paths)}`,
      { hint: 'undo those first (fanin log), or take it back by a task of its own' },
    ),
  );
};

/** The checks of every task that stays on the target, and its own: all of them were green with it. */
const checkWithout = async (
  context: EffectContext,
  delivery: Unlanding,
  candidate: Candidate,
): Promise<Failure | null> => {
  const { deps, run } = context;
  const logs = await deps.files.folder(delivery.attempt, 'undo');
  const ran = await runChecks(context, {
    run: run().id,
    task: withChecksOf(run(), delivery),
    setup: run().plan.setup,
    ...candidate,
    logs,
    tag: unlandTag(delivery.id),
  });
  if (!ran.ok) return ran.error;
  const red = ran.value.checks.filter(({ status }) => status === 'failed');
  if (red.length === 0) return null;
  const dependants = dependantsOn(run(), delivery.task);
  return failure(
    'undo-red',
    `without ${delivery.task} the target would be red: ${await redText(context, delivery.attempt, ran.value.checks)}`,
    {
      hint:
        dependants.length === 0
          ? `see the log below ${logs}`
          : `${nameList(dependants)} build on it; undo them first`,
      ...logOf(red),
    },
  );
};

const logOf = ([first]: readonly CheckResult[]): { readonly log?: string } =>
  first?.log === null || first === undefined ? {} : { log: first.log };

const withChecksOf = (run: RunState, { task, attempt }: Unlanding): Task => {
  const own = planTask(run, task);
  const stays = Object.values(run.deliveries).filter(
    (other) => other.attempt !== attempt && isOnTarget(other),
  );
  const checks = new Map<string, CheckDefinition>();
  for (const each of [own, ...stays.map((other) => planTask(run, other.task))])
    for (const check of each.checks) checks.set(JSON.stringify([check.name, check.run]), check);
  return { ...own, checks: [...checks.values()] };
};

const dependantsOn = (run: RunState, task: string): readonly string[] =>
  run.plan.tasks
    .filter(({ id, needs }) => needs.includes(task) && run.tasks[id]?.phase === 'landed')
    .map(({ id }) => id);

const messageOf = (run: RunState, delivery: Unlanding): string => {
  const { by, reason } = delivery.undo;
  const { n } = attemptState(run, delivery.attempt);
  return landingMessage({
    prompt: reason === '' ? 'undone' : `undone: ${reason}`,
    goal: '',
    trailers: {
      task: delivery.task,
      run: run.id,
      attempt: attemptLabel(delivery.task, n),
      agent: null,
      model: null,
      receipt: null,
      reviewer: by,
      undoes: delivery.landing.to,
    },
  });
};

const OTHER_TREE = failure(
  'lost-update',
  'taken back once more, the landing leaves another tree than the one that was checked',
  { hint: 'nothing moved; try again, and look at the target (fanin log) when it happens twice' },
);

const gone = ({ id, phase }: Delivery): Failure =>
  failure('not-landed', `${id} is ${phase}, so there is nothing to undo`);

const targetMoved = (ref: string, now: string | null): Failure =>
  failure('target-moved', `${ref} is at ${now ?? 'nothing'}; somebody else moved it`, {
    hint: `look at it: git log ${ref}`,
  });
