import { placeText } from '../collect/collected-from.ts';
import { attemptLabel } from '../ids.ts';
import type { RunId } from '../ids.ts';
import type { Attempt } from './attempt.ts';
import type { AttemptEvent } from './events.ts';

/** The attempt after `event`; null before its first one. An event that cannot follow is a bug. */
export const evolveAttempt = (
  run: RunId,
  attempt: Attempt | null,
  event: AttemptEvent,
): Attempt => {
  if (event.type === 'attempt.queued') {
    const { task, n, base, comeback, at } = event;
    return { phase: 'preparing', id: event.attempt, run, task, n, queuedAt: at, base, comeback };
  }
  if (event.type === 'attempt.collected' || event.type === 'attempt.split')
    return endedAsItBegan(run, event);
  if (attempt === null) throw new Error(`Internal error: ${event.type} before attempt.queued`);
  switch (event.type) {
    case 'attempt.prepared':
      if (attempt.phase !== 'preparing') return impossible(attempt, event);
      return { ...common(attempt), phase: 'starting', workspace: event.workspace };
    case 'attempt.started': {
      if (attempt.phase !== 'starting') return impossible(attempt, event);
      const { process, at, deadlineAt } = event;
      return {
        ...attempt,
        phase: 'running',
        process,
        startedAt: at,
        toldToWrapUp: false,
        deadlineAt,
      };
    }
    case 'attempt.wrap-up-asked':
    case 'attempt.disk-passed':
      return wrappingUp(attempt, event);
    case 'attempt.spent':
    case 'attempt.rate-limited':
    case 'attempt.steered':
    case 'attempt.message-taken':
    case 'attempt.asked':
    case 'attempt.answered':
      // They are in the run's spending, waits and talks.
      return attempt;
    case 'attempt.wrap-up-told':
      return 'toldToWrapUp' in attempt
        ? { ...attempt, toldToWrapUp: true }
        : impossible(attempt, event);
    case 'attempt.stop-asked':
      if (attempt.phase !== 'running' && attempt.phase !== 'wrapping-up')
        return impossible(attempt, event);
      return { ...attempt, phase: 'stopping', why: event.why };
    case 'attempt.exited':
      if (!hasProcess(attempt)) return impossible(attempt, event);
      return { ...started(attempt), phase: 'harvesting', exit: event.exit, exitedAt: event.at };
    case 'attempt.ended':
      return attempt.phase === 'ended' ? impossible(attempt, event) : ended(attempt, event);
    case 'workspace.removed':
      return attempt;
  }
};

const wrappingUp = (
  attempt: Attempt,
  event: Extract<AttemptEvent, { type: 'attempt.wrap-up-asked' | 'attempt.disk-passed' }>,
): Attempt => {
  const asked = attempt.phase === 'wrapping-up' && event.type === 'attempt.disk-passed';
  if (attempt.phase !== 'running' && !asked) return impossible(attempt, event);
  const phase = 'wrapping-up';
  return event.type === 'attempt.disk-passed'
    ? { ...attempt, phase, why: 'disk', deadlineAt: event.stopAt, askedAt: event.at }
    : { ...attempt, phase, why: event.why, askedAt: event.at };
};

const endedAsItBegan = (
  run: RunId,
  event: Extract<AttemptEvent, { type: 'attempt.collected' | 'attempt.split' }>,
): Attempt => ({
  phase: 'ended',
  id: event.attempt,
  run,
  task: event.task,
  n: event.n,
  queuedAt: event.at,
  base: event.harvest.base,
  comeback: event.comeback,
  outcome: 'delivered',
  reason:
    event.type === 'attempt.collected'
      ? `taken in from ${placeText(event.from)}`
      : `${event.split.taken ? 'taken out' : 'what is left'} of ${attemptLabel(event.split.task, event.split.n)}`,
  workspace: null,
  startedAt: null,
  toldToWrapUp: false,
  exit: null,
  harvest: event.harvest,
  failure: null,
  trouble: null,
  endedAt: event.at,
  ...whence(event),
});

const whence = (
  event: Extract<AttemptEvent, { type: 'attempt.collected' | 'attempt.split' }>,
): Pick<Extract<Attempt, { phase: 'ended' }>, 'collected' | 'split'> => {
  if (event.type === 'attempt.collected') return { collected: event.from };
  const { split, collected } = event;
  return collected === null ? { split } : { split, collected };
};

/** The attempt with its deadline `ms` later, while it has an agent. */
export const laterBy = (attempt: Attempt, ms: number): Attempt =>
  attempt.phase === 'wrapping-up'
    ? { ...attempt, deadlineAt: attempt.deadlineAt + ms, askedAt: attempt.askedAt + ms }
    : hasProcess(attempt)
      ? { ...attempt, deadlineAt: attempt.deadlineAt + ms }
      : attempt;

type Live = Extract<Attempt, { process: unknown }>;

/** True while a process of the agent may be there. */
export const hasProcess = (
  attempt: Attempt,
): attempt is Extract<Attempt, { phase: 'running' | 'wrapping-up' | 'stopping' }> =>
  attempt.phase === 'running' || attempt.phase === 'wrapping-up' || attempt.phase === 'stopping';

const common = (attempt: Attempt) => {
  const { id, run, task, n, queuedAt, base, comeback } = attempt;
  return { id, run, task, n, queuedAt, base, comeback };
};

const started = (attempt: Live) => ({
  ...common(attempt),
  workspace: attempt.workspace,
  process: attempt.process,
  startedAt: attempt.startedAt,
  toldToWrapUp: attempt.toldToWrapUp,
  deadlineAt: attempt.deadlineAt,
});

const ended = (
  attempt: Attempt,
  event: Extract<AttemptEvent, { type: 'attempt.ended' }>,
): Attempt => ({
  ...common(attempt),
  phase: 'ended',
  outcome: event.outcome,
  reason: event.reason,
  workspace: 'workspace' in attempt ? attempt.workspace : null,
  startedAt: 'startedAt' in attempt ? attempt.startedAt : null,
  toldToWrapUp: 'toldToWrapUp' in attempt && attempt.toldToWrapUp,
  exit: 'exit' in attempt ? attempt.exit : null,
  harvest: event.harvest,
  failure: event.failure,
  trouble: event.trouble,
  endedAt: event.at,
});

const impossible = (attempt: Attempt, event: AttemptEvent): never => {
  throw new Error(`Internal error: ${event.type} while ${attempt.id} is ${attempt.phase}`);
};
