import type Database from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { Failure } from '../../domain/failure.ts';
import type { RunId } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RunEvent } from '../../domain/run/events.ts';
import type { StoredEvent } from '../../ports/store.ts';
import { encodeEvent } from '../../protocol/events.ts';
import { decodeRow } from './event-row.ts';
import type { LogRow } from './event-row.ts';
import { prepare } from './query.ts';
import type { Tables } from './tables.ts';

/** The log. Everything here runs inside the caller's transaction. */
export interface EventTable {
  /** The run's last seq, 0 when it has none. */
  readonly last: (run: RunId) => number;
  /** Appends one event; the value is its seq. */
  readonly add: (event: RunEvent, by: Written) => number;
  /** The run's events, in order. Codes: `log-newer`, `event-broken`. */
  readonly load: (run: RunId) => Result<readonly StoredEvent[], Failure>;
  readonly runs: () => readonly RunId[];
}

/** When an event is written, for which run, and by which engine. */
export interface Written {
  readonly run: RunId;
  readonly at: number;
  readonly epoch: number;
}

/** The log of an open database; `file` is where failures point to. */
export function eventTable(
  db: Database.Database,
  kysely: Kysely<Tables>,
  file: string,
): EventTable {
  const ofRun = prepare<{ run: string }>(db);
  const last = ofRun((slot) =>
    kysely
      .selectFrom('events')
      .select((events) => events.fn.max('seq').as('seq'))
      .where('run', '=', slot('run')),
  );
  const load = ofRun((slot) =>
    kysely
      .selectFrom('events')
      .select(['seq', 'run', 'at', 'type', 'version', 'data'])
      .where('run', '=', slot('run'))
      .orderBy('seq'),
  );
  const runs = prepare<Record<string, never>>(db)(() =>
    kysely.selectFrom('events').select('run').distinct().orderBy('run'),
  );
  const insert = prepare<NewRow>(db)((slot) =>
    kysely.insertInto('events').values({
      run: slot('run'),
      at: slot('at'),
      type: slot('type'),
      version: slot('version'),
      data: slot('data'),
      epoch: slot('epoch'),
    }),
  );
  return {
    last: (run) => last.first({ run })?.seq ?? 0,
    add: (event, { run, at, epoch }) => {
      const { type, version, data } = encodeEvent(event);
      return insert.run({ run, at, type, version, data: JSON.stringify(data), epoch }).id;
    },
    load: (run) => decodeRows(file, load.all({ run })),
    runs: () => runs.all({}).map((row) => row.run),
  };
}

type NewRow = Pick<LogRow, 'run' | 'at' | 'type' | 'version' | 'data'> & Pick<Written, 'epoch'>;

function decodeRows(
  file: string,
  rows: readonly LogRow[],
): Result<readonly StoredEvent[], Failure> {
  const events: StoredEvent[] = [];
  for (const row of rows) {
    const event = decodeRow(file, row);
    if (!event.ok) return event;
    events.push(event.value);
  }
  return ok(events);
}
