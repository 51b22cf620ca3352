import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { acquireEngineLock, engineRuns, holderOf } from '../adapters/store/engine-lock.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import type { RunId } from '../domain/ids.ts';
import { ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';

/** Whether an engine is at work in the repository while somebody cleans up. */
export interface EngineTurn {
  /** Null: none is, and none starts before `release` (with `look`: none was a moment ago). */
  readonly running: RunningEngine | null;
  readonly release: () => void;
}

/** An engine that is at work. */
export interface RunningEngine {
  /** Whether it carries the run on; an engine that has not said which one may carry any. */
  readonly carries: (run: RunId) => boolean;
  /** `engine-running`, ready to show. */
  readonly failure: Failure;
}

/**
 * Takes the engine lock, so that no engine starts meanwhile; where one runs, says which run it carries on.
 * With `look` nothing is taken. Codes: those of the lock but `engine-running`.
 */
export function takeEngineTurn(
  place: RepositoryPlace,
  { look }: { readonly look: boolean },
): Result<EngineTurn, Failure> {
  if (look) {
    const running = engineRuns(place.stateDir) ? runningEngine(place, RUNS) : null;
    return ok({ running, release: () => undefined });
  }
  const lock = acquireEngineLock(place.stateDir);
  if (lock.ok) return ok({ running: null, release: lock.value.release });
  if (lock.error.code !== 'engine-running') return lock;
  return ok({ running: runningEngine(place, lock.error), release: () => undefined });
}

const RUNS = failure('engine-running', 'an engine runs in this repository', {
  hint: 'fanin status shows what it does; fanin stop ends it',
});

function runningEngine(place: RepositoryPlace, refused: Failure): RunningEngine {
  const run = holderOf(place.stateDir)?.run ?? null;
  return { failure: refused, carries: (each) => run === null || each === run };
}
