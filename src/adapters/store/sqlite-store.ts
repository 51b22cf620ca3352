import type Database from 'better-sqlite3';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import type { RunId } from '../../domain/ids.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { SUPERSEDED } from '../../domain/superseded.ts';
import type { View } from '../../domain/run/views.ts';
import type { Batch, Store, StoredEvent } from '../../ports/store.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { VerdictCache } from '../../ports/verdict-cache.ts';
import { builder } from './builder.ts';
import { writeEngineRow } from './engine-row.ts';
import type { EngineRow } from './engine-row.ts';
import { eventTable } from './event-table.ts';
import type { EventTable } from './event-table.ts';
import { fenceOf } from './fence.ts';
import type { Fence } from './fence.ts';
import { inboxTable } from './inbox-table.ts';
import type { InboxTable } from './inbox-table.ts';
import { diskSync } from './disk-sync.ts';
import type { DiskSync } from './disk-sync.ts';
import { databaseFile } from './layout.ts';
import { openConnection } from './open-connection.ts';
import type { ConnectionOptions } from './open-connection.ts';
import { guarded, faulting } from './store-failure.ts';
import { telemetryTable } from './telemetry-table.ts';
import { verdictTable } from './verdict-table.ts';
import { viewTable } from './view-table.ts';
import type { ViewTable } from './view-table.ts';

/** Makes all views of one run from all its events. Pure. */
export type Project = (run: RunId, events: readonly StoredEvent[]) => readonly View[];

/** One connection to a repository's database, with a port for each thing in it. */
export interface SqliteStore {
  /** `inbox`, `answer` and `version` throw `StoreFault` when the file breaks under them. */
  readonly store: Store;
  readonly verdicts: VerdictCache;
  readonly telemetry: Telemetry;
  /**
   * Takes over: raises the fence, so that no other connection appends any more, and says which engine
   * runs, for `status` and for whoever finds the lock held. Null: none any more.
   */
  readonly announce: (engine: EngineRow | null) => Result<null, Failure>;
  /** The epoch that `announce` began; that in which the store was opened before. */
  readonly epoch: () => number;
  /** True when there are events and no views: a new version has emptied them. Then call `rebuildViews`. */
  readonly viewsAreMissing: () => boolean;
  /** Makes every view again, in one transaction. Codes: those of `Store.load` and `Store.append`. */
  readonly rebuildViews: (project: Project) => Result<null, Failure>;
  readonly close: () => void;
}

/**
 * Opens the store of a repository; `stateDir` and the database are made where they are missing.
 * Codes: `store-foreign`, `store-newer`, `store-broken`, `store-readonly`, `store-full`, `store-busy`.
 */
export function openStore(
  stateDir: string,
  options: ConnectionOptions = {},
): Result<SqliteStore, Failure> {
  const file = databaseFile(stateDir);
  const opened = openConnection(file, options);
  if (!opened.ok) return opened;
  const db = opened.value;
  const kysely = builder(db);
  const tables: Opened = {
    db,
    file,
    events: eventTable(db, kysely, file),
    views: viewTable(db, kysely),
    disk: diskSync(file),
    inbox: inboxTable(db, kysely),
    fence: fenceOf(db),
  };
  const announce = db.transaction((engine: EngineRow | null) => {
    if (engine !== null) tables.fence.raise();
    // What another engine has said since stays.
    else if (tables.fence.superseded()) return;
    writeEngineRow(db, engine);
  });
  return ok({
    store: storeOver(tables),
    verdicts: verdictTable(db, kysely, file),
    telemetry: telemetryTable(db, kysely, file),
    announce: (engine) =>
      guarded(file, () => {
        announce.immediate(engine);
        return null;
      }),
    epoch: () => tables.fence.mine(),
    viewsAreMissing: () =>
      faulting(file, () => tables.views.isEmpty() && tables.events.runs().length > 0),
    rebuildViews: (project) => rebuild(tables, project),
    close: () => {
      tables.disk.close();
      db.close();
    },
  });
}

interface Opened {
  readonly db: Database.Database;
  readonly file: string;
  readonly events: EventTable;
  readonly views: ViewTable;
  readonly inbox: InboxTable;
  readonly disk: DiskSync;
  readonly fence: Fence;
}

function storeOver(tables: Opened): Store {
  const { db, file, events, inbox, disk, fence } = tables;
  const write = db.transaction((batch: Batch) => writeBatch(tables, batch));
  const version = db.prepare<[], number>('pragma data_version').pluck();
  return {
    append: async (batch) => {
      const done = guarded(file, () => write.immediate(batch));
      disk.written();
      return done.ok ? done.value : done;
    },
    load: async (run) => {
      const done = guarded(file, () => events.load(run));
      return done.ok ? done.value : done;
    },
    inbox: async () => faulting(file, () => inbox.open()),
    submit: async (run, command, at) => {
      const id = guarded(file, () => inbox.add(run, command, at));
      disk.written();
      return id;
    },
    answer: async (id) => faulting(file, () => inbox.answer(id)),
    version: () => faulting(file, () => version.get() ?? 0),
    superseded: () => faulting(file, () => fence.superseded()),
  };
}

/** Refuses before the first write, so that there is nothing to take back. */
function writeBatch(tables: Opened, batch: Batch): Result<number, Failure> {
  const { events, views, inbox, fence, file } = tables;
  if (fence.superseded()) return err({ ...SUPERSEDED, where: { file } });
  const { run, at } = batch;
  const last = events.last(run);
  if (last !== batch.after) return err(stale(file, batch, last));
  const by = { run, at, epoch: fence.mine() };
  const seq = batch.events.reduce((_, event) => events.add(event, by), last);
  for (const view of batch.views) views.put(view, seq);
  for (const answer of batch.answers) inbox.close(answer, batch.at);
  return ok(seq);
}

function rebuild({ db, events, views, file }: Opened, project: Project): Result<null, Failure> {
  const run = db.transaction((): Result<null, Failure> => {
    const projected: { readonly view: View; readonly seq: number }[] = [];
    for (const id of events.runs()) {
      const loaded = events.load(id);
      if (!loaded.ok) return loaded;
      const seq = loaded.value.at(-1)?.seq ?? 0;
      for (const view of project(id, loaded.value)) projected.push({ view, seq });
    }
    views.clear();
    for (const { view, seq } of projected) views.put(view, seq);
    return ok(null);
  });
  const done = guarded(file, () => run.immediate());
  return done.ok ? done.value : done;
}

function stale(file: string, { run, after }: Batch, last: number): Failure {
  return failure(
    'stale-append',
    `run ${run} has gone on to event ${last} since this process read it up to event ${after}`,
    { where: { file }, hint: 'another engine wrote; read the run again' },
  );
}
