import type { AttemptEvent } from '../attempt/events.ts';
import type { DeliveryEvent } from '../delivery/events.ts';
import type { TroubleCode } from '../receipt/agent-fact.ts';
import type { RunState } from '../run/state.ts';
import { attemptState, taskState } from '../run/state.ts';

type Returned = Extract<DeliveryEvent, { type: 'delivery.returned' }>;
type Ended = Extract<AttemptEvent, { type: 'attempt.ended' }>;

/** Troubles that the next attempt would meet as well: a person has to do something first. */
const NEEDS_A_PERSON: readonly TroubleCode[] = [
  'agent-not-logged-in',
  'agent-first-run',
  'agent-needs-tty',
];

/**
 * Whether the task of a delivery that came back is made again by itself: its agent was told to come
 * to an end at its deadline, did so with work that is not done, and is worth no less than one that
 * had to be stopped.
 */
export const isCutShort = (run: RunState, event: Returned): boolean => {
  const attempt = run.attempts[event.delivery];
  if (attempt?.phase !== 'ended' || !attempt.toldToWrapUp || run.phase !== 'running') return false;
  return event.comeback.kind === 'red' && isWithinRetries(run, attempt.task);
};

/**
 * Whether the task of an attempt that failed, or was stopped at its deadline, is made again by
 * itself: as often as the plan says, and only where another attempt can do better. What a person
 * has stopped stays stopped.
 */
export const isTakenOver = (run: RunState, event: Ended, task: string): boolean => {
  if (run.phase !== 'running') return false;
  if (!isWithinRetries(run, task)) return false;
  if (event.outcome !== 'failed' && event.outcome !== 'salvaged') return false;
  // It could not be prepared, started or taken in: that is nothing an agent could do better.
  if (event.failure !== null) return false;
  if (event.trouble !== null && event.trouble.fatal && NEEDS_A_PERSON.includes(event.trouble.code))
    return false;
  const attempt = attemptState(run, event.attempt);
  const stopped = 'exit' in attempt ? (attempt.exit?.stopped ?? null) : null;
  return stopped === null || stopped === 'deadline';
};

const isWithinRetries = (run: RunState, task: string): boolean =>
  taskState(run, task).attempts <= run.plan.limits.retries;
