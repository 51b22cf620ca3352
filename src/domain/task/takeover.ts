import type { AttemptEvent } from '../attempt/events.ts';
import type { TroubleCode } from '../receipt/agent-fact.ts';
import type { RunState } from '../run/state.ts';
import { attemptState, taskState } from '../run/state.ts';

type Ended = Extract<AttemptEvent, { type: 'attempt.ended' }>;

/** Troubles that the next attempt would meet as well: a person has to do something first. */
const NEEDS_A_PERSON: readonly TroubleCode[] = [
  'agent-not-logged-in',
  'agent-first-run',
  'agent-needs-tty',
];

/**
 * Whether the task of an attempt that failed, or was stopped at its deadline, is made again by
 * itself: as often as the plan says, and only where another attempt can do better. What a person
 * has stopped stays stopped.
 */
export const isTakenOver = (run: RunState, event: Ended, task: string): boolean => {
  if (run.phase !== 'running') return false;
  if (taskState(run, task).attempts > run.plan.limits.retries) return false;
  if (event.outcome !== 'failed' && event.outcome !== 'salvaged') return false;
  // It could not be prepared, started or taken in: that is nothing an agent could do better.
  if (event.failure !== null) return false;
  if (event.trouble !== null && event.trouble.fatal && NEEDS_A_PERSON.includes(event.trouble.code))
    return false;
  const attempt = attemptState(run, event.attempt);
  const stopped = 'exit' in attempt ? (attempt.exit?.stopped ?? null) : null;
  return stopped === null || stopped === 'deadline';
};
