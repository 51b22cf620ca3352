import type Database from 'better-sqlite3';
import type { RunId } from '../../domain/ids.ts';

/** Which engine runs, or ran last. Whether it still does, the lock says: see `engine-lock.ts`. */
export interface EngineRow {
  readonly pid: number;
  /** Start time in clock ticks since boot; `''` where the platform has none. */
  readonly startTime: string;
  readonly run: RunId | null;
  /** Epoch ms. */
  readonly since: number;
}

/** The row, or null when no engine ever announced itself. Throws what SQLite refuses. */
export function readEngineRow(db: Database.Database): EngineRow | null {
  const row = db
    .prepare<[], EngineRow>(
      'select pid, start_time as startTime, run, since from engine where id = 1',
    )
    .get();
  return row ?? null;
}

/** Replaces the row; null takes it away. Throws what SQLite refuses. */
export function writeEngineRow(db: Database.Database, row: EngineRow | null): void {
  if (row === null) db.exec('delete from engine');
  else {
    db.prepare(
      'insert or replace into engine (id, pid, start_time, run, since) values (1, ?, ?, ?, ?)',
    ).run(row.pid, row.startTime, row.run, row.since);
  }
}
