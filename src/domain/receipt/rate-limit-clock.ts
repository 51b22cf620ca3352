import type { AgentFact } from './agent-fact.ts';

/** How long an agent has waited for the model service's rate limit. Times in epoch ms. */
export interface RateLimitClock {
  /** Of all waits that are over, in ms. */
  readonly ms: number;
  /** Since when it waits; null: it does not. */
  readonly since: number | null;
}

/** It has never waited. */
export const NEVER_LIMITED: RateLimitClock = { ms: 0, since: null };

/** What shows that the model service answers again. */
const PROGRESS: ReadonlySet<AgentFact['kind']> = new Set([
  'usage',
  'request',
  'tool',
  'command',
  'said',
  'sub-agent',
  'question',
  'result',
]);

/**
 * The clock after one more fact, heard at `at`. It runs from the first word of a limit to the next
 * sign of progress: agents say that they are made to wait, and not that they are let go on.
 */
export const rateLimitClock = (
  clock: RateLimitClock,
  fact: AgentFact,
  at: number,
): RateLimitClock => {
  if (fact.kind === 'trouble')
    return fact.code === 'agent-rate-limited' && !fact.fatal && clock.since === null
      ? { ...clock, since: at }
      : clock;
  return PROGRESS.has(fact.kind) ? stopped(clock, at) : clock;
};

/** The clock once the wait, if there is one, is over at `at`. */
export const stopped = (clock: RateLimitClock, at: number): RateLimitClock =>
  clock.since === null ? clock : { ms: limitedUpTo(clock, at), since: null };

/** All waits up to `at`, in ms. */
export const limitedUpTo = ({ ms, since }: RateLimitClock, at: number): number =>
  ms + (since === null ? 0 : Math.max(0, at - since));
