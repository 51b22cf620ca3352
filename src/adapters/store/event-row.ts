import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { StoredEvent } from '../../ports/store.ts';
import { decodeEvent } from '../../protocol/events.ts';

/** A row of the log; `data` is JSON text. */
export interface LogRow {
  readonly seq: number;
  readonly run: string;
  readonly at: number;
  readonly type: string;
  readonly version: number;
  readonly data: string;
}

/** The event in a row of the database `file`. Codes: `log-newer`, `event-broken`; both say which row. */
export function decodeRow(file: string, row: LogRow): Result<StoredEvent, Failure> {
  const { seq, run, at, type, version } = row;
  const event = decodeEvent({ type, version, data: parsed(row.data) });
  if (event.ok) return ok({ seq, run, at, event: event.value });
  const message = `${event.error.message} (event ${seq}, run ${run})`;
  return err({ ...event.error, message, where: { file } });
}

/** What is no JSON is `undefined`, which the decoder refuses. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
