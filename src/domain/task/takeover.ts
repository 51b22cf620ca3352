import type { AttemptEvent } from '../attempt/events.ts';
import { madeWay } from '../conflicts/decide-seen.ts';
import type { DeliveryEvent } from '../delivery/events.ts';
import type { TroubleCode } from '../receipt/agent-fact.ts';
import type { RunState } from '../run/state.ts';
import { attemptState, deliveryState, taskState } from '../run/state.ts';
import { splitOf } from '../split/maker.ts';

type Returned = Extract<DeliveryEvent, { type: 'delivery.returned' }>;
type Ended = Extract<AttemptEvent, { type: 'attempt.ended' }>;

/** Troubles that the next attempt would meet as well: a person has to do something first. */
const NEEDS_A_PERSON: readonly TroubleCode[] = [
  'agent-not-logged-in',
  'agent-first-run',
  'agent-needs-tty',
];

/**
 * Whether the task of a delivery that came back with a conflict or a red check is made again by
 * itself, as often as the plan says. What a reviewer sends back is made again in any case.
 */
export const isMadeAgain = (run: RunState, event: Returned): boolean =>
  run.phase === 'running' && isWithinRetries(run, deliveryState(run, event.delivery).task);

/**
 * Whether the task of an attempt that failed, or was stopped at its deadline or for the disk it took, is made again by
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
  return stopped === null || stopped === 'deadline' || stopped === 'disk';
};

const isWithinRetries = (run: RunState, task: string): boolean =>
  taskState(run, task).attempts - notTried(run, task) <= run.plan.limits.retries;

/** What was stopped for a conflict has not been tried, and what a person left of a delivery is no other try. */
const notTried = (run: RunState, task: string): number =>
  Object.values(run.attempts).filter(
    (attempt) => attempt.task === task && (madeWay(attempt) || splitOf(attempt)?.taken === false),
  ).length;
