import { decideFailed, decideHarvested } from '../attempt/decide.ts';
import { decideTaken } from '../attempt/talk.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { MessageWay } from '../receipt/agent-fact.ts';
import type { AttemptEvent } from '../attempt/events.ts';
import { decideChecked, decideCheckedInVain } from '../delivery/decide.ts';
import type { DeliveryEvent } from '../delivery/events.ts';
import { decideUndoRefused, decideUnlanded } from '../delivery/undo.ts';
import type { Failure } from '../failure.ts';
import type { AttemptId, EffectId } from '../ids.ts';
import { decideSpent } from '../governor/spending.ts';
import { splitOf } from '../split/maker.ts';
import { isAtWork } from '../task/at-work.ts';
import { decideAttemptEnded, decideReturned } from '../task/decide.ts';
import type { Effect, EffectOutcome } from './effects.ts';
import type { RunEvent } from './events.ts';
import type { RunState } from './state.ts';
import { decideLandedGroup, decideMoved, decideTested } from './settle-queue.ts';
import { attemptState, deliveryState, mayStart, sleptAfter, talkOf, taskState } from './state.ts';

/** What an effect's outcome leads to. An effect that is not pending was settled before: nothing. */
export const decideSettle = (
  run: RunState,
  id: EffectId,
  outcome: EffectOutcome,
  now: number,
): readonly RunEvent[] => {
  const effect = run.pending[id];
  if (effect === undefined) return [];
  const settled: RunEvent = { type: 'effect.settled', id, note: noteOf(outcome) };
  return [settled, ...consequences(run, effect, outcome, now)];
};

const consequences = (
  run: RunState,
  effect: Effect,
  outcome: EffectOutcome,
  now: number,
): readonly RunEvent[] => {
  switch (effect.kind) {
    case 'create-target':
      return outcome.kind !== 'create-target'
        ? mismatch(effect, outcome)
        : onTarget(effect, outcome.failure, now);
    case 'prepare':
      return onPrepare(run, effect.attempt, outcome, now);
    case 'start':
      if (outcome.kind === 'start-failed') return failed(run, effect.attempt, outcome.failure, now);
      if (outcome.kind !== 'start') return mismatch(effect, outcome);
      return [
        {
          type: 'attempt.started',
          at: outcome.startedAt,
          attempt: effect.attempt,
          process: outcome.process,
          // An engine that finds it after a crash may find that the host has slept meanwhile.
          deadlineAt: outcome.deadlineAt + sleptAfter(run, outcome.startedAt),
        },
      ];
    case 'wrap-up':
      return outcome.kind === 'wrap-up' && outcome.delivered
        ? [{ type: 'attempt.wrap-up-told', at: now, attempt: effect.attempt }]
        : [];
    case 'stop':
    case 'write-brief':
      return [];
    case 'tell':
      return onTell(run, effect, outcome, now);
    case 'harvest':
      return onHarvest(run, effect.attempt, outcome, now);
    case 'check':
      return onCheck(run, effect.delivery, outcome, now);
    case 'test-group':
      return decideTested(run, effect, outcome, now) ?? mismatch(effect, outcome);
    case 'cancel-test':
      return [];
    case 'land-group':
      return decideLandedGroup(run, effect, outcome, now) ?? mismatch(effect, outcome);
    case 'unland':
      return onUnland(run, effect.delivery, outcome, now);
    case 'note-landing':
      return [];
    case 'remove-workspace':
      if (outcome.kind !== 'remove-workspace') return mismatch(effect, outcome);
      return [{ type: 'workspace.removed', attempt: effect.attempt, kept: outcome.kept }];
  }
};

/** A message that did not reach the agent's input came too late: whoever said it must hear that. */
const onTell = (
  run: RunState,
  { attempt: id, input }: Extract<Effect, { kind: 'tell' }>,
  outcome: EffectOutcome,
  now: number,
): readonly RunEvent[] => {
  if (outcome.kind !== 'tell') return mismatchKind('tell', outcome);
  if (outcome.sent || input.kind !== 'message') return [];
  const too = { message: input.id, way: 'too-late', now } as const;
  return decideTaken(attemptState(run, id), talkOf(run, id), too);
};

const onTarget = (
  effect: Extract<Effect, { kind: 'create-target' }>,
  failure: Failure | null,
  now: number,
): readonly RunEvent[] =>
  failure === null
    ? [{ type: 'target.created', ref: effect.ref, commit: effect.commit }]
    : [{ type: 'run.ended', at: now, end: 'unfinished', reason: failure.message }];

const onPrepare = (
  run: RunState,
  id: AttemptId,
  outcome: EffectOutcome,
  now: number,
): readonly RunEvent[] => {
  const goesOn = mayStart(run, id);
  if (outcome.kind === 'prepare-failed' && goesOn) return failed(run, id, outcome.failure, now);
  if (outcome.kind !== 'prepare' && outcome.kind !== 'prepare-failed')
    return mismatch({ kind: 'prepare', attempt: id }, outcome);
  const prepared: readonly AttemptEvent[] =
    outcome.kind === 'prepare'
      ? [{ type: 'attempt.prepared', at: now, attempt: id, workspace: outcome.workspace }]
      : [];
  if (goesOn) return prepared;
  const what = run.phase === 'running' ? 'its task was dropped' : 'the run was stopped';
  const cancelled: AttemptEvent = {
    type: 'attempt.ended',
    at: now,
    attempt: id,
    outcome: 'cancelled',
    reason: `${what} before its agent started`,
    harvest: null,
    failure: null,
    trouble: null,
  };
  return [
    ...prepared,
    cancelled,
    ...decideAttemptEnded(run, cancelled, attemptState(run, id).task, now),
  ];
};

const onHarvest = (
  run: RunState,
  id: AttemptId,
  outcome: EffectOutcome,
  now: number,
): readonly RunEvent[] => {
  if (outcome.kind === 'harvest-failed') return failed(run, id, outcome.failure, now);
  if (outcome.kind !== 'harvest') return mismatchKind('harvest', outcome);
  const attempt = attemptState(run, id);
  const ended = decideHarvested(attempt, outcome, now).flatMap((event): readonly RunEvent[] => [
    event,
    ...decideAttemptEnded(run, event, attempt.task, now),
    ...offer(run, event, now),
  ]);
  return [
    ...messagesAtTheEnd(run, attempt, outcome.messages, now),
    ...decideSpent(run, attempt.id, outcome.spent, now),
    ...ended,
  ];
};

/** What was said to an agent that is gone has been taken by now, or never will be. */
const messagesAtTheEnd = (
  run: RunState,
  attempt: Attempt,
  taken: readonly { readonly id: string; readonly way: MessageWay }[],
  now: number,
): readonly RunEvent[] => {
  const talk = talkOf(run, attempt.id);
  return talk.messages.flatMap(({ id }) => {
    const way = taken.find((each) => each.id === id)?.way ?? 'too-late';
    return decideTaken(attempt, talk, { message: id, way, now });
  });
};

const offer = (run: RunState, event: AttemptEvent, now: number): readonly DeliveryEvent[] => {
  if (event.type !== 'attempt.ended' || event.outcome !== 'delivered') return [];
  const { task } = attemptState(run, event.attempt);
  if (!isAtWork(run, event.attempt, task)) return [];
  const harvest = event.harvest;
  if (harvest === null || harvest.commit === null) return [];
  return [
    {
      type: 'delivery.offered',
      at: now,
      delivery: event.attempt,
      task,
      commit: harvest.commit,
      tree: harvest.tree,
      base: harvest.base,
    },
  ];
};

const onCheck = (
  run: RunState,
  id: string,
  outcome: EffectOutcome,
  now: number,
): readonly RunEvent[] => {
  const summary =
    outcome.kind === 'check'
      ? outcome
      : outcome.kind === 'check-failed'
        ? {
            verdict: 'unverified' as const,
            receipt: '',
            blocking: [outcome.failure.message],
            red: null,
          }
        : null;
  if (summary === null) return mismatchKind('check', outcome);
  const delivery = deliveryState(run, id);
  if (taskState(run, delivery.task).phase === 'dropped')
    return decideCheckedInVain(delivery, summary, now);
  // Whoever has taken a delivery apart wants to see the parts.
  const parted = splitOf(attemptState(run, delivery.attempt)) !== null;
  const review = parted ? { ...run.plan.review, by: 'human' as const } : run.plan.review;
  const events = decideChecked(delivery, summary, review, now);
  return events.flatMap((event): readonly RunEvent[] => [
    event,
    ...decideReturned(run, event, now),
  ]);
};

const onUnland = (
  run: RunState,
  id: string,
  outcome: EffectOutcome,
  now: number,
): readonly RunEvent[] => {
  const delivery = deliveryState(run, id);
  if (outcome.kind === 'unland') return decideUnlanded(delivery, outcome.landing, now);
  if (outcome.kind === 'unland-moved')
    return [
      ...decideMoved(run, outcome.to, now),
      { type: 'delivery.undo-began', at: now, delivery: id },
    ];
  return outcome.kind === 'unland-failed'
    ? decideUndoRefused(delivery, outcome.failure.message, now)
    : mismatchKind('unland', outcome);
};

const failed = (
  run: RunState,
  id: AttemptId,
  failure: Failure,
  now: number,
): readonly RunEvent[] => {
  const attempt = attemptState(run, id);
  return decideFailed(attempt, failure, now).flatMap((event): readonly RunEvent[] => [
    event,
    ...decideAttemptEnded(run, event, attempt.task, now),
  ]);
};

const noteOf = (outcome: EffectOutcome): string | null => {
  if (outcome.kind === 'tell') return outcome.sent ? null : 'the agent takes no input any more';
  if (outcome.kind === 'wrap-up') return outcome.delivered ? null : 'the agent takes no messages';
  if ('failure' in outcome && outcome.failure !== null) return outcome.failure.message;
  return null;
};

const mismatch = (effect: Effect, outcome: EffectOutcome): never =>
  mismatchKind(effect.kind, outcome);

const mismatchKind = (kind: string, outcome: EffectOutcome): never => {
  throw new Error(`Internal error: a ${kind} effect was settled as ${outcome.kind}`);
};
