import Database from 'better-sqlite3';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { decodeRow } from './event-row.ts';
import type { LogRow } from './event-row.ts';
import { headerOf, inspect, judgeHeader } from './inspect.ts';
import { databaseFile } from './layout.ts';
import { guarded, broken } from './store-failure.ts';

/** What a check of the whole database looked at; null: there is no database. */
export interface DatabaseCheck {
  readonly events: number;
  readonly bytes: number;
}

/**
 * Reads every page and every event; for `fanin doctor`, since it takes time in proportion to the log.
 * Changes nothing. Codes: those of `openReader`, `log-newer`, `event-broken`.
 */
export function checkDatabase(stateDir: string): Result<DatabaseCheck | null, Failure> {
  const file = databaseFile(stateDir);
  const seen = inspect(file);
  if (!seen.ok) return seen;
  if (seen.value.kind === 'absent') return ok(null);
  const checked = guarded(file, () => {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return db.transaction(() => checkOpen(db, file))();
    } finally {
      db.close();
    }
  });
  return checked.ok ? checked.value : checked;
}

function checkOpen(db: Database.Database, file: string): Result<DatabaseCheck, Failure> {
  const judged = judgeHeader(file, headerOf(db));
  if (!judged.ok) return judged;
  const verdict = String(db.pragma('quick_check(1)', { simple: true }));
  if (verdict !== 'ok') return err(broken(file, verdict));
  const rows = db
    .prepare<[], LogRow>('select seq, run, at, type, version, data from events order by seq')
    .iterate();
  let events = 0;
  for (const row of rows) {
    events += 1;
    if (row.seq !== events) return err(broken(file, `event ${events} is missing from the log`));
    const event = decodeRow(file, row);
    if (!event.ok) return event;
  }
  const bytes =
    Number(db.pragma('page_count', { simple: true })) *
    Number(db.pragma('page_size', { simple: true }));
  return ok({ events, bytes });
}
