import { TROUBLE_WORDS } from '../receipt/trouble.ts';
import type { Trouble } from '../receipt/trouble.ts';
import type { Failure } from '../failure.ts';
import type { Attempt, AgentExit, AttemptOutcome, Harvest, StopReason } from './attempt.ts';
import { hasProcess } from './evolve.ts';
import type { AttemptEvent } from './events.ts';

/** What an attempt's own clock asks for at `now`: nothing, wrapping up, or stopping. */
export const decideDeadline = (
  attempt: Attempt,
  now: number,
  graceMs: number,
): readonly AttemptEvent[] => {
  if (attempt.phase !== 'running' && attempt.phase !== 'wrapping-up') return [];
  if (now >= attempt.deadlineAt) {
    const isDisk = attempt.phase === 'wrapping-up' && attempt.why === 'disk';
    return decideStop(attempt, isDisk ? 'disk' : 'deadline', now);
  }
  if (attempt.phase === 'running' && now >= attempt.deadlineAt - graceOf(attempt, graceMs))
    return decideWrapUp(attempt, 'deadline', now);
  const ends = makesWayUntil(attempt, graceMs);
  return ends !== null && now >= ends ? decideStop(attempt, 'conflict', now) : [];
};

/** Until when an agent that was asked to end for a conflict may go on, in epoch ms; null: it was not. */
export const makesWayUntil = (attempt: Attempt, graceMs: number): number | null =>
  attempt.phase === 'wrapping-up' && attempt.why === 'conflict'
    ? attempt.askedAt + graceOf(attempt, graceMs)
    : null;

/** How long before its deadline an attempt is asked to wrap up, in ms: never more than a fifth of its time. */
export const graceOf = (
  attempt: { readonly startedAt: number; readonly deadlineAt: number },
  graceMs: number,
): number => Math.min(graceMs, (attempt.deadlineAt - attempt.startedAt) / 5);

/** Asks a running agent to come to an end; nothing for one in any other phase. */
export const decideWrapUp = (
  attempt: Attempt,
  why: StopReason,
  now: number,
): readonly AttemptEvent[] =>
  attempt.phase === 'running'
    ? [{ type: 'attempt.wrap-up-asked', at: now, attempt: attempt.id, why }]
    : [];

/** Stops a running agent; nothing for one that is being stopped or has no process. */
export const decideStop = (
  attempt: Attempt,
  why: StopReason,
  now: number,
): readonly AttemptEvent[] =>
  attempt.phase === 'running' || attempt.phase === 'wrapping-up'
    ? [{ type: 'attempt.stop-asked', at: now, attempt: attempt.id, why }]
    : [];

/** The agent's processes are gone. A second report of the same end changes nothing. */
export const decideExited = (
  attempt: Attempt,
  exit: AgentExit,
  at: number,
): readonly AttemptEvent[] =>
  hasProcess(attempt)
    ? [{ type: 'attempt.exited', at, attempt: attempt.id, exit: whyItEnded(attempt, exit) }]
    : [];

/** One that ends when it is asked to, for a conflict, has not done its task. */
const whyItEnded = (attempt: Attempt, exit: AgentExit): AgentExit =>
  exit.stopped === null && attempt.phase === 'wrapping-up' && attempt.why === 'conflict'
    ? { ...exit, stopped: 'conflict' }
    : exit;

/** The end of an attempt whose workspace has been harvested. */
export const decideHarvested = (
  attempt: Attempt,
  { harvest, trouble }: { readonly harvest: Harvest; readonly trouble: Trouble | null },
  now: number,
): readonly AttemptEvent[] => {
  if (attempt.phase !== 'harvesting') return [];
  const { outcome, reason } = outcomeOf(attempt.exit, harvest, trouble);
  return [
    {
      type: 'attempt.ended',
      at: now,
      attempt: attempt.id,
      outcome,
      reason,
      harvest,
      failure: null,
      trouble,
    },
  ];
};

/** The end of an attempt that could not be carried on. Its workspace, if any, stays. */
export const decideFailed = (
  attempt: Attempt,
  failure: Failure,
  now: number,
): readonly AttemptEvent[] =>
  attempt.phase === 'ended'
    ? []
    : [
        {
          type: 'attempt.ended',
          at: now,
          attempt: attempt.id,
          outcome: 'failed',
          reason: failure.message,
          harvest: null,
          failure,
          trouble: null,
        },
      ];

const outcomeOf = (
  exit: AgentExit,
  harvest: Harvest,
  trouble: Trouble | null,
): { readonly outcome: AttemptOutcome; readonly reason: string } => {
  const fatal = exit.stopped === null && trouble !== null && trouble.fatal ? trouble : null;
  const how = fatal === null ? exitText(exit) : `${TROUBLE_WORDS[fatal.code]}: ${fatal.text}`;
  const left = harvest.commit !== null;
  if (fatal === null && exit.stopped === null && !exit.lost && exit.code === 0) {
    if (left) return { outcome: 'delivered', reason: how };
    // Nothing can be delivered, and the reason is not that the agent did nothing.
    const lost = harvest.findings.find(({ blocks }) => blocks);
    return lost === undefined
      ? { outcome: 'empty', reason: 'the agent ended normally and changed nothing' }
      : { outcome: 'failed', reason: lost.text };
  }
  if (left) return { outcome: 'salvaged', reason: how };
  return exit.stopped !== null && exit.stopped !== 'deadline'
    ? { outcome: 'cancelled', reason: how }
    : { outcome: 'failed', reason: how };
};

/** How an agent's process ended, in words. */
export const exitText = (exit: AgentExit): string => {
  switch (exit.stopped) {
    case 'deadline':
      return 'stopped at its deadline';
    case 'disk':
      return 'stopped, since it took more of the disk than it may (workspaces.disk)';
    case 'person':
      return 'stopped by a person';
    case 'run-stopped':
      return 'stopped with the run';
    case 'conflict':
      return 'stopped for a conflict with another task';
    case null:
      if (exit.lost) return 'its supervisor died, so the end was not seen';
      if (exit.signal !== null) return `killed by ${exit.signal}`;
      return exit.code === 0 ? 'ended normally' : `exit code ${exit.code}`;
  }
};
