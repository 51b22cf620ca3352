import { newRunId } from '../adapters/clock/run-id.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { raiseGitFence } from '../adapters/git/fence.ts';
import type { GitFence } from '../adapters/git/fence.ts';
import { startTimeOf } from '../adapters/process/proc.ts';
import { acquireEngineLock, engineRuns, holderOf } from '../adapters/store/engine-lock.ts';
import type { EngineLock } from '../adapters/store/engine-lock.ts';
import { openReader } from '../adapters/store/reader.ts';
import { openStore } from '../adapters/store/sqlite-store.ts';
import type { SqliteStore } from '../adapters/store/sqlite-store.ts';
import type { Failure } from '../domain/failure.ts';
import type { RunId } from '../domain/ids.ts';
import { targetRef } from '../domain/ids.ts';
import type { Plan } from '../domain/plan/plan.ts';
import type { Result } from '../domain/result.ts';
import { ok } from '../domain/result.ts';
import type { PersonCommand } from '../domain/run/commands.ts';
import type { RunState } from '../domain/run/state.ts';
import { startEngine } from '../engine/engine.ts';
import { isSuperseded } from '../engine/is-superseded.ts';
import type { Engine } from '../engine/engine.ts';
import type { Letter } from '../engine/letter.ts';
import type { SessionMode } from '../engine/session.ts';
import type { EngineDeps } from '../engine/deps.ts';
import { engineDeps } from './engine-deps.ts';
import { makeMissingViews } from './up-to-date.ts';
import { bringWishOf, diskLimitOf, landingsOf, workspacesRootOf } from './workspaces-root.ts';

/** A run being carried on by this process. It holds the engine lock until `ended` has settled. */
export interface RunHandle {
  readonly run: RunId;
  readonly ended: Promise<Result<RunState, Failure>>;
  /** Asks once to wrap up, or stops now. */
  stop(mode: 'wrap-up' | 'now', by: string): void;
  /** No longer waits for people. */
  leave(): void;
}

/** How a run is carried on. `report` is told of every event once it is in the log. */
export interface CarryOptions {
  readonly wait: boolean;
  readonly report: EngineDeps['report'];
}

/** Starts a run of `plan` from the commit `base`; `targetRef` null: a target of the run's own. */
export const startRun = async (
  place: RepositoryPlace,
  plan: Plan,
  options: CarryOptions & {
    readonly base: string;
    readonly targetRef: string | null;
    /** What it is told at once. */
    readonly commands?: readonly PersonCommand[];
  },
): Promise<Result<RunHandle, Failure>> => {
  const run = newRunId(knownRuns(place));
  const target = options.targetRef ?? targetRef(run);
  const start: Letter = {
    command: { type: 'start', run, plan, base: options.base, targetRef: target },
    inbox: null,
  };
  const more = (options.commands ?? []).map((command): Letter => ({ command, inbox: null }));
  return carry(place, { ...options, run, mode: 'run', first: async () => [start, ...more] });
};

/** Carries on a run that ended, was stopped or lost its engine: live agents are adopted. */
export const resumeRun = async (
  place: RepositoryPlace,
  run: RunId,
  options: CarryOptions,
): Promise<Result<RunHandle, Failure>> =>
  carry(place, {
    ...options,
    run,
    mode: 'run',
    first: async () => [{ command: { type: 'resume' }, inbox: null }],
  });

const UNSEEN: CarryOptions = { wait: false, report: () => undefined };

/** Carries out what waits in the inbox of a run, and what follows from it, starting no agent. */
export const drainInbox = async (
  place: RepositoryPlace,
  run: RunId,
  options: CarryOptions = UNSEEN,
): Promise<Result<RunHandle, Failure>> =>
  carry(place, {
    ...options,
    run,
    mode: 'drain',
    first: async (store) => {
      const items = (await store.store.inbox()).filter((item) => item.run === run);
      return items.map(({ id, command }) => ({ command, inbox: id }));
    },
  });

/**
 * Puts away what an engine has left that was killed at the very end of a run. Another engine at work
 * is no failure: it does the same when it ends.
 */
export const tidyAfter = async (
  place: RepositoryPlace,
  run: RunId,
): Promise<Result<null, Failure>> => {
  const drained = await drainInbox(place, run);
  if (!drained.ok) return drained.error.code === 'engine-running' ? ok(null) : drained;
  const ended = await drained.value.ended;
  return ended.ok ? ok(null) : ended;
};

interface Carrying extends CarryOptions {
  readonly run: RunId;
  readonly mode: SessionMode;
  readonly first: (store: SqliteStore) => Promise<readonly Letter[]>;
}

const carry = async (
  place: RepositoryPlace,
  carrying: Carrying,
): Promise<Result<RunHandle, Failure>> => {
  const lock = acquireEngineLock(place.stateDir);
  if (!lock.ok) return lock;
  const opened = openStore(place.stateDir);
  if (!opened.ok) {
    lock.value.release();
    return opened;
  }
  const store = opened.value;
  const halted = otherEngineLives(place);
  const fence = await takeOver(place, store, carrying.run);
  if (!fence.ok) {
    store.close();
    lock.value.release();
    return fence;
  }
  const composed = engineDeps({
    place,
    store,
    fence: fence.value,
    firstCopy: halted ? COPIES_OF_ONE * store.epoch() : 1,
    workspacesRoot: await workspacesRootOf(place),
    bringing: await bringWishOf(place),
    diskLimit: await diskLimitOf(place),
    landing: await landingsOf(place),
    report: carrying.report,
  });
  const { run, mode, wait } = carrying;
  const engine = startEngine(composed.deps, {
    run,
    mode,
    wait,
    first: await carrying.first(store),
  });
  const unguard = guardLock(lock.value, engine, () => engineRuns(place.stateDir));
  const ended = endingWith(engine, async () => {
    unguard();
    // Copies are only kept while the run may check again at once; a later session makes new ones.
    // Then they are the other engine's.
    if (!isSuperseded(store)) await composed.removeCheckCopies();
    store.announce(null);
    composed.close();
    store.close();
    lock.value.release();
  });
  return ok(handleOf(run, engine, ended));
};

const GUARD_INTERVAL_MS = 5_000;

/**
 * Whoever deletes the state folder deletes the lock with it: another engine could then start beside
 * this one. So this one stops as soon as its lock is not the file that others would look at.
 */
const guardLock = (lock: EngineLock, engine: Engine, isTaken: () => boolean): (() => void) => {
  let taken = 0;
  const timer = setInterval(() => {
    if (lock.inPlace()) return;
    // Another engine that has the new lock raises the fence next, and agents are left to it; unless it
    // has another database.
    if (isTaken() && (taken += 1) === 1) return;
    engine.post({ type: 'stop-run', mode: 'now', by: 'the loss of its lock file' });
    clearInterval(timer);
  }, GUARD_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
};

const endingWith = async (engine: Engine, letGo: () => Promise<void>): RunHandle['ended'] => {
  try {
    return await engine.ended;
  } finally {
    await letGo();
  }
};

const handleOf = (run: RunId, engine: Engine, ended: RunHandle['ended']): RunHandle => ({
  run,
  ended,
  stop: (mode, by) => engine.post({ type: 'stop-run', mode, by }),
  leave: () => engine.leave(),
});

/** More check copies than any engine has. */
const COPIES_OF_ONE = 1_000;

/**
 * The lock is ours, and the engine that had it lives: it was halted, and may go on in the middle of
 * filling a check copy. That must be nobody else's.
 */
const otherEngineLives = (place: RepositoryPlace): boolean => {
  const holder = holderOf(place.stateDir);
  return holder !== null && holder.pid !== process.pid;
};

/** From here on no earlier engine that still lives writes to the log or lands anything. */
const takeOver = async (
  place: RepositoryPlace,
  store: SqliteStore,
  run: RunId,
): Promise<Result<GitFence, Failure>> => {
  const ready = prepareStore(store, run);
  return ready.ok ? raiseGitFence(place, store.epoch()) : ready;
};

/** Says who the engine is, and makes the projections anew where a new version has emptied them. */
const prepareStore = (store: SqliteStore, run: RunId): Result<null, Failure> => {
  const announced = store.announce({
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? '',
    run,
    since: Date.now(),
  });
  if (!announced.ok) return announced;
  return makeMissingViews(store);
};

const knownRuns = (place: RepositoryPlace): readonly RunId[] => {
  const reader = openReader(place.stateDir);
  if (!reader.ok || reader.value === null) return [];
  try {
    return reader.value.runs().map(({ id }) => id);
  } finally {
    reader.value.close();
  }
};
