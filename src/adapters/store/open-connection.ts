import Database from 'better-sqlite3';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { builder } from './builder.ts';
import { createDatabase } from './create-database.ts';
import { headerOf, inspect, judgeHeader } from './inspect.ts';
import { migrate } from './migrate.ts';
import { guarded, broken } from './store-failure.ts';

/** How to open a database; the values are for tests. */
export interface ConnectionOptions {
  /** How long a write waits for another process, in ms. */
  readonly busyTimeoutMs?: number;
  /** The most pages the file may have: a full disk of one's own. */
  readonly maxPages?: number;
}

/**
 * Opens the database for writing, makes it where there is none, and brings its tables up to date.
 * Nothing is written before the file is known to be ours.
 * Codes: `store-foreign`, `store-newer`, `store-broken`, `store-readonly`, `store-full`, `store-busy`.
 */
export function openConnection(
  file: string,
  options: ConnectionOptions = {},
): Result<Database.Database, Failure> {
  const seen = makeSure(file);
  if (!seen.ok) return seen;
  const looked = guarded(file, () => lookInside(file));
  const known = looked.ok ? looked.value : looked;
  if (!known.ok) return known;
  const db = guarded(file, () => connect(file, options));
  if (!db.ok) return db;
  const ready = guarded(file, () => makeReady(db.value, options));
  if (ready.ok) return db;
  db.value.close();
  return ready;
}

/** Afterwards there is a database, and it is ours. */
function makeSure(file: string): Result<null, Failure> {
  const seen = inspect(file);
  if (!seen.ok || seen.value.kind === 'ours') return seen.ok ? ok(null) : seen;
  const made = guarded(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    createDatabase(file);
  });
  if (!made.ok) return made;
  // Another process may have been faster, with another version.
  const again = inspect(file);
  if (!again.ok) return again;
  if (again.value.kind === 'ours') return ok(null);
  return err(
    failure('store-broken', 'fanin’s database vanished while it was made', { where: { file } }),
  );
}

/**
 * Looks by a connection that cannot write, and sees what the file's own bytes do not tell: a newer
 * version that is in the log alone, garbage in place of the schema.
 */
function lookInside(file: string): Result<null, Failure> {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const judged = judgeHeader(file, headerOf(db));
    if (!judged.ok) return judged;
    const events = db.prepare(`select 1 from sqlite_schema where name = 'events'`).get();
    return events === undefined ? err(broken(file, 'its tables are missing')) : ok(null);
  } finally {
    db.close();
  }
}

function connect(file: string, options: ConnectionOptions): Database.Database {
  // SQLite opens what it may only read as well, and says so at the first write.
  accessSync(file, constants.W_OK);
  return new Database(file, { fileMustExist: true, timeout: options.busyTimeoutMs ?? 5000 });
}

function makeReady(db: Database.Database, { maxPages }: ConnectionOptions): void {
  db.pragma('journal_mode = WAL');
  // A commit does not wait for the disk: see `disk-sync.ts`.
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  if (maxPages !== undefined) db.pragma(`max_page_count = ${maxPages}`);
  if (migrate(db, builder(db).schema)) db.pragma('wal_checkpoint(TRUNCATE)');
}
