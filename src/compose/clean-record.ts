import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { openStore } from '../adapters/store/sqlite-store.ts';
import type { Failure } from '../domain/failure.ts';
import type { AttemptId, RunId } from '../domain/ids.ts';
import { ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { evolve } from '../domain/run/evolve.ts';
import type { RunEvent } from '../domain/run/events.ts';
import { project } from '../domain/run/project.ts';
import type { RunState } from '../domain/run/state.ts';
import type { Store } from '../ports/store.ts';
import type { KnownWork } from './clean-known.ts';

/**
 * Writes into the log that workspaces are gone, as the engine does after a landing: else `status` would send
 * people to folders that are not there. The caller holds the engine lock. What is written already is left out.
 */
export async function recordRemoved(
  place: RepositoryPlace,
  known: KnownWork,
  gone: readonly AttemptId[],
): Promise<Result<null, Failure>> {
  const fresh = gone.flatMap((id) => known.attempt(id) ?? []).filter(({ removed }) => !removed);
  if (fresh.length === 0) return ok(null);
  const opened = openStore(place.stateDir);
  if (!opened.ok) return opened;
  try {
    for (const run of new Set(fresh.map((attempt) => attempt.run))) {
      const attempts = fresh.filter((attempt) => attempt.run === run).map(({ id }) => id);
      const recorded = await recordIn(opened.value.store, run, attempts);
      if (!recorded.ok) return recorded;
    }
    return ok(null);
  } finally {
    opened.value.close();
  }
}

async function recordIn(
  store: Store,
  run: RunId,
  attempts: readonly AttemptId[],
): Promise<Result<null, Failure>> {
  const loaded = await store.load(run);
  if (!loaded.ok) return loaded;
  const events = attempts.map((attempt): RunEvent => ({
    type: 'workspace.removed',
    attempt,
    kept: null,
  }));
  const before = loaded.value.map(({ event }) => event);
  const state = [...before, ...events].reduce<RunState | null>(evolve, null);
  if (state === null) return ok(null);
  const at = Date.now();
  const views = project(state, at, []).filter(
    ({ kind, id }) => kind === 'attempt' && attempts.includes(id),
  );
  const after = loaded.value.at(-1)?.seq ?? 0;
  const appended = await store.append({ run, at, after, events, views, answers: [] });
  return appended.ok ? ok(null) : appended;
}
