import { tellOfConflict } from '../conflicts/react.ts';
import { tellOfDuplicate } from '../duplicates/live.ts';
import { sleepNews } from '../attempt/input.ts';
import { hasAgent } from '../plan/nobody.ts';
import { hasLandedWhole, makerOf } from '../split/maker.ts';
import type { Effect } from './effects.ts';
import type { RunEvent } from './events.ts';
import { sleptText } from './host-clock.ts';
import { attemptState, deliveryState, mayStart, planTask } from './state.ts';
import type { RunState } from './state.ts';

/** What must be done about an event, given the run after it. */
export const react = (run: RunState, event: RunEvent): readonly Effect[] => {
  switch (event.type) {
    case 'run.started':
      return [{ kind: 'create-target', ref: event.targetRef, commit: event.base }];
    case 'run.resumed':
      return targetMissing(run)
        ? [{ kind: 'create-target', ref: run.targetRef, commit: run.base }]
        : [];
    case 'run.clock-read':
      return event.slept === 0 ? [] : tellOfSleep(run, event);
    case 'task.parked':
      return hasAgent(planTask(run, event.task))
        ? []
        : [{ kind: 'write-brief', attempt: event.attempt }];
    case 'attempt.queued':
      return [{ kind: 'prepare', attempt: event.attempt }];
    case 'attempt.prepared':
      return mayStart(run, event.attempt)
        ? [{ kind: 'start', attempt: event.attempt, workspace: event.workspace }]
        : [];
    case 'attempt.wrap-up-asked':
      return [{ kind: 'wrap-up', attempt: event.attempt, why: event.why }];
    case 'attempt.disk-passed':
      // Far above its limit there is no time to say so.
      return event.stopAt <= event.at
        ? []
        : [{ kind: 'wrap-up', attempt: event.attempt, why: 'disk' }];
    case 'attempt.steered': {
      const input = { kind: 'message', id: event.message, text: event.text } as const;
      return [{ kind: 'tell', attempt: event.attempt, input }];
    }
    case 'attempt.answered': {
      if (event.by === null) return [];
      const { question, choice } = event;
      return [
        { kind: 'tell', attempt: event.attempt, input: { kind: 'answer', question, choice } },
      ];
    }
    case 'attempt.stop-asked':
      return [{ kind: 'stop', attempt: event.attempt, why: event.why }];
    case 'attempt.exited': {
      const attempt = attemptState(run, event.attempt);
      return attempt.phase === 'harvesting'
        ? [{ kind: 'harvest', attempt: attempt.id, workspace: attempt.workspace }]
        : [];
    }
    case 'attempt.ended':
      return removable(run, event);
    case 'conflict.found':
      return tellOfConflict(run, event);
    case 'duplicate.found':
      return tellOfDuplicate(run, event);
    default:
      return reactToDelivery(run, event);
  }
};

const reactToDelivery = (run: RunState, event: RunEvent): readonly Effect[] => {
  switch (event.type) {
    case 'delivery.offered':
      return [{ kind: 'check', delivery: event.delivery }];
    case 'queue.test-began':
      return [{ kind: 'test-group', test: event.test }];
    case 'queue.cancel-asked':
      return [{ kind: 'cancel-test', test: event.test }];
    case 'queue.landing-began':
      return [{ kind: 'land-group', test: event.test, deliveries: event.deliveries }];
    case 'delivery.undo-began':
      return [{ kind: 'unland', delivery: event.delivery }];
    case 'delivery.landed':
      return [{ kind: 'note-landing', delivery: event.delivery }, ...notNeeded(run, event)];
    default:
      return [];
  }
};

/** Whoever is at work hears of the time that is left, once. */
const tellOfSleep = (
  run: RunState,
  { at, slept }: Extract<RunEvent, { type: 'run.clock-read' }>,
): readonly Effect[] =>
  Object.values(run.attempts).flatMap((attempt): readonly Effect[] => {
    if (attempt.phase !== 'running') return [];
    const text = sleptText(slept, attempt.deadlineAt - at);
    const input = { kind: 'message', id: sleepNews(run.sleeps.length), text } as const;
    return [{ kind: 'tell', attempt: attempt.id, input }];
  });

/** A run whose target could not be made tries again when it is resumed. */
const targetMissing = (run: RunState): boolean =>
  !run.targetReady && !Object.values(run.pending).some(({ kind }) => kind === 'create-target');

/** The workspace of what has landed, all of it. */
const notNeeded = (
  run: RunState,
  event: Extract<RunEvent, { type: 'delivery.landed' }>,
): readonly Effect[] => {
  const attempt = makerOf(run, attemptState(run, deliveryState(run, event.delivery).attempt));
  return attempt.phase === 'ended' && attempt.workspace !== null && hasLandedWhole(run, attempt.id)
    ? [{ kind: 'remove-workspace', attempt: attempt.id, workspace: attempt.workspace }]
    : [];
};

/** A workspace that holds nothing is removed at once; one with work stays until the work has landed. */
const removable = (
  run: RunState,
  event: Extract<RunEvent, { type: 'attempt.ended' }>,
): readonly Effect[] => {
  const attempt = attemptState(run, event.attempt);
  if (attempt.phase !== 'ended' || attempt.workspace === null) return [];
  const nothingInIt = event.outcome === 'empty' || event.outcome === 'cancelled';
  return nothingInIt
    ? [{ kind: 'remove-workspace', attempt: attempt.id, workspace: attempt.workspace }]
    : [];
};
