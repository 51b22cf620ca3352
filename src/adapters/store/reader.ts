import Database from 'better-sqlite3';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import type { AttemptId, RunId } from '../../domain/ids.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { AttemptView, DeliveryView, RunView, TaskView } from '../../domain/run/views.ts';
import type { TelemetryRow } from '../../ports/telemetry.ts';
import { readEngineRow } from './engine-row.ts';
import type { EngineRow } from './engine-row.ts';
import { headerOf, inspect, judgeHeader } from './inspect.ts';
import { databaseFile, SCHEMA_VERSION } from './layout.ts';
import { guarded, faulting } from './store-failure.ts';

// Read-only commands start through this file: it loads better-sqlite3 and neither Kysely nor zod.

/** The body of each kind of view. */
export interface ViewBodies {
  readonly run: RunView;
  readonly task: TaskView;
  readonly attempt: AttemptView;
  readonly delivery: DeliveryView;
}

/** A view as it was last written. `seq`: the last event that it follows from. */
export interface ViewRow<K extends keyof ViewBodies = keyof ViewBodies> {
  readonly run: RunId;
  readonly id: string;
  readonly seq: number;
  readonly body: ViewBodies[K];
}

/** An event as it lies in the log: neither checked nor brought to the current version. */
export interface EventRow {
  readonly seq: number;
  readonly run: RunId;
  readonly at: number;
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
}

/**
 * What read-only commands see. Every method is one query, beside a writing engine as well, and throws
 * `StoreFault` when the file breaks under it.
 */
export interface Reader {
  /** All runs, newest first. */
  readonly runs: () => readonly ViewRow<'run'>[];
  /** The run's views of one kind, by id. */
  readonly views: <K extends keyof ViewBodies>(run: RunId, kind: K) => readonly ViewRow<K>[];
  readonly view: <K extends keyof ViewBodies>(run: RunId, kind: K, id: string) => ViewRow<K> | null;
  /** The last values of those attempts that have any. */
  readonly telemetry: (attempts: readonly AttemptId[]) => ReadonlyMap<AttemptId, TelemetryRow>;
  /** At most `limit` events after `afterSeq`, in order. */
  readonly events: (run: RunId, afterSeq: number, limit: number) => readonly EventRow[];
  /** How many commands of the run wait for an engine. */
  readonly inboxOpen: (run: RunId) => number;
  /** True when there are events and no views: a new version has emptied them, and was killed then. */
  readonly viewsAreMissing: () => boolean;
  /** The engine that runs or ran last; `engineRuns` tells which. */
  readonly engine: () => EngineRow | null;
  /** A number that changes whenever another connection has written; costs microseconds. */
  readonly version: () => number;
  /** Runs `read`, whose queries all see the same moment. */
  readonly snapshot: <T>(read: () => T) => T;
  readonly close: () => void;
}

/**
 * Opens the database for reading; null where there is none (and none is made).
 * Codes: `store-foreign`, `store-newer`, `store-broken`, `store-readonly`, and `store-older` when its
 * tables still have to be brought up to date, which opening it for writing does.
 */
export function openReader(stateDir: string): Result<Reader | null, Failure> {
  const file = databaseFile(stateDir);
  const seen = inspect(file);
  if (!seen.ok) return seen;
  if (seen.value.kind === 'absent') return ok(null);
  const opened = guarded(file, () => new Database(file, { readonly: true, fileMustExist: true }));
  if (!opened.ok) return opened;
  const db = opened.value;
  const ready = guarded(file, () => {
    const judged = judgeHeader(file, headerOf(db));
    if (!judged.ok) return judged;
    if (headerOf(db).version < SCHEMA_VERSION) return err(olderStore(file));
    return ok(readerOver(db, file));
  });
  const reader = ready.ok ? ready.value : ready;
  if (!reader.ok) db.close();
  return reader;
}

function readerOver(db: Database.Database, file: string): Reader {
  const query = prepareQueries(db);
  return {
    runs: () => faulting(file, () => query.runs.all().map((row) => viewOf<'run'>(row))),
    views: <K extends keyof ViewBodies>(run: RunId, kind: K) =>
      faulting(file, () => query.views.all(run, kind).map((row) => viewOf<K>(row))),
    view: <K extends keyof ViewBodies>(run: RunId, kind: K, id: string) =>
      faulting(file, () => {
        const row = query.view.get(run, kind, id);
        return row === undefined ? null : viewOf<K>(row);
      }),
    telemetry: (attempts) =>
      faulting(file, () => {
        const rows = query.telemetry.all(JSON.stringify(attempts));
        return new Map(rows.map((row) => [row.attempt, JSON.parse(row.body) as TelemetryRow]));
      }),
    events: (run, afterSeq, limit) =>
      faulting(file, () =>
        query.events
          .all(run, afterSeq, limit)
          .map((row) => ({ ...row, data: JSON.parse(row.data) as unknown })),
      ),
    inboxOpen: (run) => faulting(file, () => query.inboxOpen.get(run) ?? 0),
    viewsAreMissing: () => faulting(file, () => query.viewsAreMissing.get() === 1),
    engine: () => faulting(file, () => readEngineRow(db)),
    version: () => faulting(file, () => query.version.get() ?? 0),
    snapshot: (read) => faulting(file, () => db.transaction(read)()),
    close: () => {
      db.close();
    },
  };
}

function prepareQueries(db: Database.Database) {
  const view = 'select run, id, seq, body from views';
  return {
    runs: db.prepare<[], RawView>(`${view} where kind = 'run' order by run desc`),
    views: db.prepare<[string, string], RawView>(`${view} where run = ? and kind = ? order by id`),
    view: db.prepare<[string, string, string], RawView>(
      `${view} where run = ? and kind = ? and id = ?`,
    ),
    telemetry: db.prepare<[string], { attempt: string; body: string }>(
      'select attempt, body from telemetry where attempt in (select value from json_each(?))',
    ),
    events: db.prepare<[string, number, number], EventRow & { data: string }>(
      'select seq, run, at, type, version, data from events where run = ? and seq > ? order by seq limit ?',
    ),
    inboxOpen: db
      .prepare<[string], number>('select count(*) from inbox where answered_at is null and run = ?')
      .pluck(),
    viewsAreMissing: db
      .prepare<[], number>(
        'select exists (select 1 from events) and not exists (select 1 from views)',
      )
      .pluck(),
    version: db.prepare<[], number>('pragma data_version').pluck(),
  };
}

interface RawView {
  readonly run: RunId;
  readonly id: string;
  readonly seq: number;
  readonly body: string;
}

/** The body is trusted: only projections of this version of the tables write it. */
function viewOf<K extends keyof ViewBodies>(row: RawView): ViewRow<K> {
  return { ...row, body: JSON.parse(row.body) as ViewBodies[K] };
}

/** The failure of a database that has to be brought up to date before it can be read. */
export function olderStore(file: string): Failure {
  return failure('store-older', 'fanin’s database was written by an earlier version', {
    where: { file },
    hint: 'the next fanin command brings it up to date',
  });
}
