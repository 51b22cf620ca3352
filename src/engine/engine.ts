import type { Failure } from '../domain/failure.ts';
import type { RunId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { RunCommand } from '../domain/run/commands.ts';
import type { RunState } from '../domain/run/state.ts';
import type { EngineDeps } from './deps.ts';
import { fencedDeps } from './fenced-deps.ts';
import type { InboxRouter } from './inbox-router.ts';
import { createInboxRouter } from './inbox-router.ts';
import type { Letter } from './letter.ts';
import type { Session, SessionMode } from './session.ts';
import { openSession } from './session.ts';

/** What the engine is asked to carry on. */
export interface EngineRequest {
  readonly run: RunId;
  readonly mode: SessionMode;
  readonly wait: boolean;
  /** What to begin with: the start or resume command, and inbox items already taken. */
  readonly first: readonly Letter[];
}

/** The engine at work. The caller holds the repository's engine lock. */
export interface Engine {
  readonly ended: Promise<Result<RunState, Failure>>;
  /** Hands a command to the main run: the signals of the terminal. */
  post(command: RunCommand): void;
  /** No longer waits for people. */
  leave(): void;
}

/**
 * Carries on one run, and deals with every command that other processes leave in the inbox, for
 * whichever run it is: commands for other runs get a draining session of their own.
 */
export const startEngine = (ports: EngineDeps, request: EngineRequest): Engine => {
  const deps = fencedDeps(ports);
  const main = openSession(deps, request);
  const taken = request.first.flatMap(({ inbox }) => (inbox === null ? [] : [inbox]));
  return {
    ended: endOf(main, createInboxRouter(deps, main, taken)),
    post: (command) => main.post(command),
    leave: () => main.leave(),
  };
};

const endOf = async (main: Session, inbox: InboxRouter): Engine['ended'] => {
  try {
    return await main.ended;
  } finally {
    await inbox.close();
  }
};
