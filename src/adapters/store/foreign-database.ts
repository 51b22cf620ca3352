import Database from 'better-sqlite3';
import { failure } from '../../domain/failure.ts';
import { isRecord } from '../../domain/json-record.ts';
import { err, ok } from '../../domain/result.ts';
import type { ForeignDatabases } from '../../ports/foreign-databases.ts';

/** SQLite files of other programs, by connections that cannot write. */
export const foreignDatabases: ForeignDatabases = {
  open(path) {
    try {
      const db = new Database(path, { readonly: true, fileMustExist: true, timeout: 2_000 });
      // That the file is a database at all is seen by the first query alone.
      db.prepare('select count(*) from sqlite_schema').get();
      return ok({
        *rows(query, values = []) {
          try {
            for (const row of db.prepare(query).iterate(...values)) if (isRecord(row)) yield row;
          } catch {
            // A layout that is not known, or a page that is broken: what came so far is told.
          }
        },
        close: () => void db.close(),
      });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return err(failure('foreign-database', `${path} cannot be read: ${why}`));
    }
  },
};
