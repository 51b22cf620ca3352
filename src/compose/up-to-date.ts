import { discoverRepository } from '../adapters/git/discover.ts';
import { acquireEngineLock } from '../adapters/store/engine-lock.ts';
import { openStore } from '../adapters/store/sqlite-store.ts';
import type { SqliteStore } from '../adapters/store/sqlite-store.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import type { RunId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { err, ok } from '../domain/result.ts';
import { evolve } from '../domain/run/evolve.ts';
import { project } from '../domain/run/project.ts';
import type { RunState } from '../domain/run/state.ts';
import type { StoredEvent } from '../ports/store.ts';

/**
 * Brings the database of an earlier fanin up to date, so that it can be read. An engine of that
 * version that still runs has to end first: it writes what it knows. Codes: `store-older` while one
 * runs, and those of the store.
 */
export const bringUpToDate = (cwd: string): Result<null, Failure> => {
  const place = discoverRepository(cwd);
  if (!place.ok) return place;
  const lock = acquireEngineLock(place.value.stateDir);
  if (!lock.ok)
    return err(lock.error.code === 'engine-running' ? olderRuns(lock.error) : lock.error);
  const store = openStore(place.value.stateDir);
  const made = store.ok ? makeMissingViews(store.value) : store;
  if (store.ok) store.value.close();
  lock.value.release();
  return made;
};

/** Makes the projections anew where a new version has emptied them. */
export const makeMissingViews = (store: SqliteStore): Result<null, Failure> =>
  store.viewsAreMissing() ? store.rebuildViews(projectAnew) : ok(null);

const projectAnew = (_run: RunId, events: readonly StoredEvent[]) => {
  const state = events.reduce<RunState | null>((folded, { event }) => evolve(folded, event), null);
  return state === null ? [] : project(state, events.at(-1)?.at ?? 0, []);
};

const olderRuns = ({ where }: Failure): Failure =>
  failure('store-older', 'an engine of an earlier fanin still runs in this repository', {
    ...(where === undefined || where === null ? {} : { where }),
    hint: 'let it end, or end it (Ctrl-C, or kill its process: its agents go on); then fanin run --resume',
  });
