import type { Failure } from '../domain/failure.ts';
import { failure } from '../domain/failure.ts';
import type { Effect, EffectOutcome, PendingEffect } from '../domain/run/effects.ts';
import { attemptState, deliveryState, planTask } from '../domain/run/state.ts';
import { check } from './effects/check.ts';
import type { RunState } from '../domain/run/state.ts';
import type { EffectContext } from './effects/context.ts';
import { checkTag, cleanUpTag, groupTag, setupTag, unlandTag } from './effects/context.ts';
import { harvest, removeWorkspace } from './effects/harvest.ts';
import { landGroup, landedBefore } from './effects/land.ts';
import { noteLanding } from './effects/note-landing.ts';
import { prepare } from './effects/prepare.ts';
import { start, startOutcome } from './effects/start.ts';
import { undoneBefore, unland } from './effects/unland.ts';
import { stop, tell, wrapUp } from './effects/stop.ts';
import { testGroup } from './effects/test-group.ts';
import { writeBrief } from './effects/write-brief.ts';

/**
 * Carries an effect out. What it throws is turned into the failure outcome of its kind, here and
 * nowhere else. Throws only where nobody can tell whether an agent has been started or the target
 * been moved: such an effect must stay pending.
 */
export const carryOut = (context: EffectContext, effect: Effect): Promise<EffectOutcome> =>
  settled(context, effect, () => perform(context, effect));

/**
 * Settles an effect that was intended before a crash: by what its probe finds, or by carrying it
 * out again. Whatever the dead engine left running for it is ended first. Throws as `carryOut` does.
 */
export const settlePending = (
  context: EffectContext,
  { effect }: PendingEffect,
): Promise<EffectOutcome> => settled(context, effect, () => probe(context, effect));

const settled = async (
  context: EffectContext,
  effect: Effect,
  work: () => Promise<EffectOutcome>,
): Promise<EffectOutcome> => {
  const outcome = await work().catch((thrown: unknown) =>
    failedOutcome(effect, unexpected(effect.kind, thrown)),
  );
  return (await doneAfterAll(context, effect, outcome)) ?? outcome;
};

/** A failure must not hide what was done before it: git is the truth for landings, the supervisor for agents. */
const doneAfterAll = async (
  context: EffectContext,
  effect: Effect,
  outcome: EffectOutcome,
): Promise<EffectOutcome | null> => {
  const { deps, run } = context;
  if (effect.kind === 'land-group' && outcome.kind === 'land-group-failed')
    return landedBefore(context, effect);
  if (effect.kind === 'unland' && outcome.kind === 'unland-failed')
    return undoneBefore(context, deliveryState(run(), effect.delivery));
  if (effect.kind !== 'start' || outcome.kind !== 'start-failed') return null;
  const state = await deps.supervision.probe(
    effect.attempt,
    await deps.files.folder(effect.attempt),
  );
  // Without a process nothing ran, and the failure says why.
  if (state.kind === 'absent' || state.process === null) return null;
  return startOutcome(run(), planTask(run(), attemptState(run(), effect.attempt).task), state);
};

/** Resolvers run commands while a landing's commits are made anew; nobody else does. */
const mayResolve = ({ plan }: RunState): boolean => (plan.resolve?.resolvers ?? []).length > 0;

const probe = async (context: EffectContext, effect: Effect): Promise<EffectOutcome> => {
  const { deps, run } = context;
  switch (effect.kind) {
    case 'prepare':
      await deps.commands.sweep(setupTag(effect.attempt));
      return carryOut(context, effect);
    case 'start': {
      const state = await deps.supervision.probe(
        effect.attempt,
        await deps.files.folder(effect.attempt),
      );
      const task = planTask(run(), attemptState(run(), effect.attempt).task);
      return state.kind === 'absent' ? carryOut(context, effect) : startOutcome(run(), task, state);
    }
    case 'check':
      await deps.commands.sweep(checkTag(effect.delivery));
      return carryOut(context, effect);
    case 'test-group':
      await deps.commands.sweep(groupTag(run().id, effect.test));
      return carryOut(context, effect);
    case 'unland':
      await deps.commands.sweep(unlandTag(effect.delivery));
      return carryOut(context, effect);
    case 'land-group':
      if (mayResolve(run())) await deps.commands.sweep(groupTag(run().id, effect.test));
      return (await landedBefore(context, effect)) ?? carryOut(context, effect);
    case 'remove-workspace':
      await deps.commands.sweep(cleanUpTag(effect.attempt));
      return carryOut(context, effect);
    default:
      return carryOut(context, effect);
  }
};

/** Ends what a long effect has running, when the session ends before the effect does. */
export const abandonEffect = async (
  { deps, run }: EffectContext,
  effect: Effect,
): Promise<void> => {
  try {
    if (effect.kind === 'check') await deps.commands.sweep(checkTag(effect.delivery));
    if (effect.kind === 'test-group' || (effect.kind === 'land-group' && mayResolve(run())))
      await deps.commands.sweep(groupTag(run().id, effect.test));
    if (effect.kind === 'unland') await deps.commands.sweep(unlandTag(effect.delivery));
    if (effect.kind === 'prepare') await deps.commands.sweep(setupTag(effect.attempt));
    if (effect.kind === 'remove-workspace') await deps.commands.sweep(cleanUpTag(effect.attempt));
  } catch {
    // What is left running is swept again when the effect is settled after the resume.
  }
};

const perform = async (context: EffectContext, effect: Effect): Promise<EffectOutcome> => {
  switch (effect.kind) {
    case 'create-target':
      return createTarget(context, effect);
    case 'prepare':
      return prepare(context, effect.attempt);
    case 'start':
      return start(context, effect);
    case 'wrap-up':
      return wrapUp(context, effect.attempt, effect.why);
    case 'stop':
      return stop(context, effect.attempt, effect.why);
    case 'tell':
      return tell(context, effect);
    case 'harvest':
      return harvest(context, effect);
    case 'check':
      return check(context, effect.delivery);
    case 'write-brief':
      return writeBrief(context, effect.attempt);
    case 'test-group':
      return testGroup(context, effect.test);
    case 'cancel-test':
      await context.deps.commands.sweep(groupTag(context.run().id, effect.test));
      return { kind: 'cancel-test' };
    case 'land-group':
      return landGroup(context, effect);
    case 'unland':
      return unland(context, effect.delivery);
    case 'note-landing':
      return noteLanding(context, effect.delivery);
    case 'remove-workspace':
      return removeWorkspace(context, effect);
  }
};

const createTarget = async (
  { deps }: EffectContext,
  effect: Extract<Effect, { kind: 'create-target' }>,
): Promise<EffectOutcome> => {
  const created = await deps.repository.createRef(effect.ref, effect.commit);
  return { kind: 'create-target', failure: created.ok ? null : created.error };
};

/** What was thrown, as a failure: a fault of fanin that must not take the run with it. */
export const unexpected = (what: string, thrown: unknown): Failure =>
  failure(
    'unexpected',
    `${what} failed: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`,
    {
      hint: 'this is a fault of fanin; please report it with this text',
    },
  );

const failedOutcome = (effect: Effect, reason: Failure): EffectOutcome => {
  switch (effect.kind) {
    case 'create-target':
      return { kind: 'create-target', failure: reason };
    case 'prepare':
      return { kind: 'prepare-failed', failure: reason };
    case 'start':
      return { kind: 'start-failed', failure: reason };
    case 'wrap-up':
      return { kind: 'wrap-up', delivered: false };
    case 'stop':
      return { kind: 'stop' };
    case 'tell':
      return { kind: 'tell', sent: false };
    case 'harvest':
      return { kind: 'harvest-failed', failure: reason };
    case 'check':
      return { kind: 'check-failed', failure: reason };
    case 'write-brief':
      return { kind: 'write-brief', failure: reason };
    case 'test-group':
      return { kind: 'test-group-failed', failure: reason };
    case 'cancel-test':
      return { kind: 'cancel-test' };
    case 'land-group':
      return { kind: 'land-group-failed', failure: reason, again: false };
    case 'unland':
      return { kind: 'unland-failed', failure: reason };
    case 'note-landing':
      return { kind: 'note-landing', failure: reason };
    case 'remove-workspace':
      return { kind: 'remove-workspace', kept: reason.message };
  }
};
