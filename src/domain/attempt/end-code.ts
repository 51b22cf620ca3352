import type { TroubleCode } from '../receipt/agent-fact.ts';
import type { Attempt } from './attempt.ts';

/** How an attempt ended, as a stable word for scripts. */
export interface EndCode {
  /** A code of its own, that of what kept the agent from its work, or that of the failure. */
  readonly code: string;
  /** It has nothing to do with the task or with what the agent did: another attempt may do well. */
  readonly infrastructure: boolean;
}

/** What the end of an attempt means. The first that applies: failure, a stop, trouble, how it exited, what it left. */
export const endCode = (attempt: Extract<Attempt, { phase: 'ended' }>): EndCode => {
  const { failure, exit, trouble, outcome } = attempt;
  if (failure !== null) return { code: failure.code, infrastructure: true };
  if (exit !== null && exit.stopped !== null) return of(STOPPED[exit.stopped]);
  if (trouble !== null && trouble.fatal)
    return { code: trouble.code, infrastructure: !OF_THE_TASK.includes(trouble.code) };
  if (exit?.lost === true) return { code: 'supervisor-lost', infrastructure: true };
  if (exit !== null && exit.signal !== null) return of('agent-killed');
  if (exit !== null && exit.code !== 0) return of('agent-crashed');
  switch (outcome) {
    case 'delivered':
      return of('delivered');
    case 'empty':
      return of('changed-nothing');
    case 'cancelled':
      return of('cancelled');
    case 'salvaged':
    case 'failed':
      return of('not-deliverable');
  }
};

const of = (code: string): EndCode => ({ code, infrastructure: false });

const STOPPED = {
  deadline: 'stopped-at-deadline',
  disk: 'stopped-at-disk-limit',
  person: 'stopped-by-person',
  'run-stopped': 'stopped-with-run',
  conflict: 'stopped-for-conflict',
} as const;

/** A context that overflows and an agent that gives up are what a task can do to an agent. */
const OF_THE_TASK: readonly TroubleCode[] = ['agent-context-overflow', 'agent-failed'];
