import type Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Tables } from './tables.ts';

/** Kysely over an open connection, for building queries; `prepare` runs them. */
export function builder(db: Database.Database): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: db }) });
}
