import { failure } from '../../domain/failure.ts';
import type { CheckResult } from '../../domain/delivery/delivery.ts';
import type { RunId } from '../../domain/ids.ts';
import { err, ok } from '../../domain/result.ts';
import { SUPERSEDED } from '../../domain/superseded.ts';
import type { View } from '../../domain/run/views.ts';
import type { Batch, InboxAnswer, InboxItem, Store, StoredEvent } from '../../ports/store.ts';
import type { Telemetry, TelemetryRow } from '../../ports/telemetry.ts';
import type { VerdictCache } from '../../ports/verdict-cache.ts';

/** A store in memory, with its insides open to tests. */
export interface MemoryStore {
  readonly store: Store;
  readonly verdicts: VerdictCache;
  readonly telemetry: Telemetry;
  /** Every event of every run, in order. */
  readonly log: () => readonly StoredEvent[];
  /** The views of a run, by kind and id. */
  readonly views: (run: RunId) => readonly View[];
  /** Lets the next append fail with this code (once). */
  readonly failNextAppend: (code: string) => void;
  /** Another process on the same database: its writes change this one's `version`. */
  readonly otherProcess: () => Store;
  /** The store of an engine that takes over: no other one appends any more. */
  readonly engine: () => Store;
}

/** An empty store that behaves as the real one does, as the contract suite says. */
export function memoryStore(): MemoryStore {
  const state: State = { log: [], views: new Map(), inbox: [], writes: new Map(), epoch: 0 };
  const failing: string[] = [];
  return {
    store: storeOf(state, Symbol('first'), failing),
    verdicts: memoryVerdicts(),
    telemetry: memoryTelemetry(),
    log: () => state.log,
    views: (run) => [...state.views.values()].filter((view) => view.run === run),
    failNextAppend: (code) => {
      failing.push(code);
    },
    otherProcess: () => storeOf(state, Symbol('other'), []),
    engine: () => {
      state.epoch += 1;
      const self = Symbol('engine');
      state.writes.set(self, 1);
      const store = storeOf(state, self, failing);
      // The epoch of its first look is its own.
      store.superseded();
      return store;
    },
  };
}

interface State {
  readonly log: StoredEvent[];
  readonly views: Map<string, View>;
  readonly inbox: (InboxItem & { answer: InboxAnswer | null })[];
  /** How often each process has written. */
  readonly writes: Map<symbol, number>;
  /** How often an engine has taken over. */
  epoch: number;
}

function storeOf(state: State, self: symbol, failing: string[]): Store {
  let mine: number | null = null;
  const superseded = (): boolean => (mine ??= state.epoch) !== state.epoch;
  const wrote = (): void => {
    state.writes.set(self, (state.writes.get(self) ?? 0) + 1);
  };
  const ofRun = (run: RunId): readonly StoredEvent[] =>
    state.log.filter((stored) => stored.run === run);
  return {
    append: async (batch) => {
      const code = failing.shift();
      if (code !== undefined) return err(failure(code, 'the fake store was told to fail'));
      if (superseded()) return err(SUPERSEDED);
      const last = ofRun(batch.run).at(-1)?.seq ?? 0;
      if (last !== batch.after) return err(failure('stale-append', `the run is at ${last}`));
      wrote();
      return ok(appendTo(state, batch, last));
    },
    load: async (run) => ok(ofRun(run)),
    inbox: async () =>
      state.inbox
        .filter(({ answer }) => answer === null)
        .map(({ id, run, command }) => ({ id, run, command })),
    submit: async (run, command) => {
      wrote();
      const id = state.inbox.length + 1;
      state.inbox.push({ id, run, command, answer: null });
      return ok(id);
    },
    answer: async (id) => state.inbox[id - 1]?.answer ?? null,
    version: () =>
      [...state.writes].reduce((sum, [who, count]) => (who === self ? sum : sum + count), 0),
    superseded,
  };
}

function appendTo(state: State, batch: Batch, last: number): number {
  const { run, at } = batch;
  for (const event of batch.events) state.log.push({ seq: state.log.length + 1, run, at, event });
  for (const view of batch.views) state.views.set(`${view.run} ${view.kind} ${view.id}`, view);
  for (const answer of batch.answers) {
    const item = state.inbox[answer.id - 1];
    if (item !== undefined) item.answer ??= answer;
  }
  return batch.events.length === 0 ? last : state.log.length;
}

function memoryVerdicts(): VerdictCache {
  const results = new Map<string, CheckResult>();
  return {
    get: async (tree, definition) => results.get(`${tree} ${definition}`) ?? null,
    put: async (result) => {
      results.set(`${result.tree} ${result.definition}`, result);
    },
  };
}

function memoryTelemetry(): Telemetry {
  const rows = new Map<string, TelemetryRow>();
  return {
    get: async (attempt) => rows.get(attempt) ?? null,
    put: async (attempt, row) => {
      rows.set(attempt, row);
    },
  };
}
