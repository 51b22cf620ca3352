import type Database from 'better-sqlite3';
import type { Compilable, SchemaModule } from 'kysely';
import { headerOf } from './inspect.ts';
import { APPLICATION_ID } from './layout.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { viewsAnew } from './migrations/0002-views-anew.ts';
import { fence } from './migrations/0003-fence.ts';

/** The statements that lead from one version of the tables to the next. */
export type Migration = (schema: SchemaModule) => readonly Compilable[];

/**
 * In order; the n-th leads to version n, the last to `SCHEMA_VERSION`. A change of a view's shape is a migration too: it empties
 * `views`, and whoever opens the store next makes them again.
 */
export const MIGRATIONS: readonly Migration[] = [
  firstTables,
  viewsAnew,
  fence,
  // The views of runs and attempts say where agents' time went.
  viewsAnew,
];

/**
 * Brings the tables to the current version, in one exclusive transaction: of two processes one migrates,
 * and the other finds it done. True when something changed. Throws what SQLite refuses.
 */
export function migrate(
  db: Database.Database,
  schema: SchemaModule,
  migrations: readonly Migration[] = MIGRATIONS,
): boolean {
  const run = db.transaction(() => {
    const from = headerOf(db).version;
    for (const migration of migrations.slice(from)) {
      for (const statement of migration(schema)) db.exec(statement.compile().sql);
    }
    if (from >= migrations.length) return false;
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${migrations.length}`);
    return true;
  });
  return run.exclusive();
}
