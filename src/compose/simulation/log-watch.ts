import type { MemoryStore } from '../../adapters/simulated/store.ts';
import type { RunId } from '../../domain/ids.ts';
import { evolve } from '../../domain/run/evolve.ts';
import type { RunEvent } from '../../domain/run/events.ts';
import type { RunState } from '../../domain/run/state.ts';
import type { Store } from '../../ports/store.ts';

/** One event of a log, with the run before and after it. */
export interface SeenEvent {
  readonly run: RunId;
  readonly at: number;
  readonly event: RunEvent;
  readonly before: RunState | null;
  readonly after: RunState;
}

/** A store whose runs are folded as their logs grow, whatever becomes of the engine. */
export interface LogWatch {
  readonly store: Store;
  /** The same for an engine that takes over. */
  readonly engine: () => Store;
  /** The run as its log tells it; null before its start. */
  readonly run: (id: RunId) => RunState | null;
}

/** `seen` is told of every event; `written` after each append, also of one without events. */
export const watchLog = (
  memory: MemoryStore,
  seen: (event: SeenEvent) => void,
  written: (run: RunId) => void,
): LogWatch => {
  const states = new Map<RunId, RunState>();
  let folded = 0;
  const fold = (): void => {
    const log = memory.log();
    for (; folded < log.length; folded += 1) {
      const stored = log[folded];
      if (stored === undefined) return;
      const { run, at, event } = stored;
      const before = states.get(run) ?? null;
      const after = evolve(before, event);
      states.set(run, after);
      seen({ run, at, event, before, after });
    }
  };
  const watched = (store: Store): Store => ({
    ...store,
    append: async (batch) => {
      const appended = await store.append(batch);
      fold();
      if (appended.ok) written(batch.run);
      return appended;
    },
  });
  return {
    store: watched(memory.store),
    engine: () => watched(memory.engine()),
    run: (id) => states.get(id) ?? null,
  };
};
