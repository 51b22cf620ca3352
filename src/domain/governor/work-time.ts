import type { Attempt } from '../attempt/attempt.ts';
import type { AttemptId, TaskId } from '../ids.ts';
import type { Task } from '../plan/plan.ts';
import { countedSize } from '../plan/size.ts';
import { planTask, talkOf } from '../run/state.ts';
import type { RunState } from '../run/state.ts';

/** Where the time of an attempt's agent went, in ms. */
export interface AttemptTime {
  /** From its start to its end, or to now, without the time in which its host slept. */
  readonly elapsedMs: number;
  /** Of that: waiting for the model service's rate limit, as far as anybody listened. */
  readonly rateLimitedMs: number;
  /** Of that: waiting for people's answers. */
  readonly peopleMs: number;
  /** The rest: agent time. */
  readonly workedMs: number;
}

/** Where the time of an attempt went up to `now`. */
export const attemptTimeSpent = (run: RunState, id: AttemptId, now: number): AttemptTime => {
  const attempt = run.attempts[id];
  const lived = attempt === undefined ? null : lifeOf(attempt, now);
  if (lived === null) return { elapsedMs: 0, rateLimitedMs: 0, peopleMs: 0, workedMs: 0 };
  const elapsedMs = Math.max(0, lived.to - lived.from - sleptIn(run, lived));
  const rateLimitedMs = Math.min(elapsedMs, run.rateLimited[id] ?? 0);
  const peopleMs = Math.min(elapsedMs - rateLimitedMs, waitedForPeople(run, id, lived));
  return { elapsedMs, rateLimitedMs, peopleMs, workedMs: elapsedMs - rateLimitedMs - peopleMs };
};

interface Span {
  readonly from: number;
  readonly to: number;
}

const lifeOf = (attempt: Attempt, now: number): Span | null => {
  if (!('startedAt' in attempt) || attempt.startedAt === null) return null;
  const { startedAt: from } = attempt;
  switch (attempt.phase) {
    case 'ended':
      return { from, to: attempt.endedAt };
    case 'harvesting':
      return { from, to: attempt.exitedAt };
    default:
      return { from, to: now };
  }
};

const sleptIn = (run: RunState, { from, to }: Span): number =>
  run.sleeps.reduce((sum, { at, ms }) => (at > from && at <= to ? sum + ms : sum), 0);

/** Questions that wait at the same time are one wait. */
const waitedForPeople = (run: RunState, id: AttemptId, life: Span): number => {
  const waits = talkOf(run, id)
    .questions.map(({ at, answer }) => ({
      from: Math.max(life.from, at),
      to: Math.min(life.to, answer?.at ?? life.to),
    }))
    .toSorted((a, b) => a.from - b.from);
  let until = -Infinity;
  let sum = 0;
  for (const { from, to } of waits) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
};

/** Agent time of all attempts up to `now`, in ms. */
export const workedBy = (run: RunState, now: number): number =>
  Object.keys(run.attempts).reduce((sum, id) => sum + attemptTimeSpent(run, id, now).workedMs, 0);

/**
 * Agent time left for an attempt at `now`, in ms: the limit less the reserve, what was worked and
 * what live attempts, but for one at `of` itself, are still expected to work. Null without a limit.
 */
export const workLeft = (run: RunState, now: number, of: TaskId | null = null): number | null => {
  const { agentMs, reserve } = run.plan.limits;
  if (agentMs === null) return null;
  const coming = Object.values(run.attempts)
    .filter(({ phase, task }) => phase !== 'ended' && task !== of)
    .reduce((sum, { id, task }) => {
      const { workedMs } = attemptTimeSpent(run, id, now);
      return sum + Math.max(0, countedSize(planTask(run, task)) - workedMs);
    }, 0);
  return agentMs * (1 - reserve) - workedBy(run, now) - coming;
};

/** Whether the task's expected agent time is more than is left. */
export const isTooMuchWork = (run: RunState, task: Task, now: number): boolean => {
  const left = workLeft(run, now);
  return left !== null && countedSize(task) > left;
};

/** Whether the run has used up its agent time. */
export const workReached = (run: RunState, now: number): boolean => {
  const { agentMs } = run.plan.limits;
  return agentMs !== null && workedBy(run, now) >= agentMs;
};

/** When the agent time is used up if all agents that are at work now stay so, in epoch ms; null: never. */
export const workEndsAt = (run: RunState): number | null => {
  const { agentMs } = run.plan.limits;
  if (agentMs === null) return null;
  const working = Object.values(run.attempts).filter((attempt) => isAtWork(run, attempt));
  if (working.length === 0) return null;
  const slept = run.sleeps.map(({ at }) => at);
  const since = Math.max(...working.map((attempt) => startOf(attempt)), ...slept);
  const left = agentMs - workedBy(run, since);
  return Math.ceil(since + left / working.length);
};

const startOf = (attempt: Attempt): number =>
  'startedAt' in attempt ? (attempt.startedAt ?? 0) : 0;

const isAtWork = (run: RunState, { id, phase }: Attempt): boolean =>
  (phase === 'running' || phase === 'wrapping-up') &&
  talkOf(run, id).questions.every(({ answer }) => answer !== null);
