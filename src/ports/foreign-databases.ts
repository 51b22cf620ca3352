import type { Failure } from '../domain/failure.ts';
import type { JsonRecord } from '../domain/json-record.ts';
import type { Result } from '../domain/result.ts';

/** A database of another program, opened to be read. */
export interface ForeignDatabase {
  /** The rows of a query, one at a time; a query that fails (a table that is not there) has none. */
  rows(query: string, values?: readonly (string | number)[]): Iterable<JsonRecord>;
  close(): void;
}

/** Opens databases that other programs made and may be writing at this moment. */
export interface ForeignDatabases {
  /** Codes: `foreign-database`. */
  open(path: string): Result<ForeignDatabase, Failure>;
}
