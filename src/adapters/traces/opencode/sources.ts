import { parseRecord, recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import type { ForeignDatabase, ForeignDatabases } from '../../../ports/foreign-databases.ts';
import { timeOf } from '../reading.ts';
import {
  exportedMessages,
  exportedSession,
  sessionRow,
  type MessageRow,
  type PartRow,
  type SessionRow,
} from './rows.ts';

/** Where sessions are read from: a database, or an exported document. */
export interface SessionSource {
  sessions(): Iterable<SessionRow>;
  /** One session's, in order of time. */
  messages(session: string): Iterable<MessageRow>;
  close(): void;
}

/** A document has one session. */
export const documentSource = (document: JsonRecord): SessionSource => ({
  sessions: () => [exportedSession(recordAt(document, 'info'))],
  messages: () => exportedMessages(document),
  close: () => undefined,
});

/** Null: it is no database that can be read. */
export function databaseSource(path: string, databases: ForeignDatabases): SessionSource | null {
  const opened = databases.open(path);
  if (!opened.ok) return null;
  const db = opened.value;
  return {
    *sessions() {
      for (const row of db.rows('select * from session order by time_created, id')) {
        const session = sessionRow(row);
        if (session.id !== '') yield session;
      }
    },
    messages: (session) => messagesOf(db, session),
    close: () => db.close(),
  };
}

/** One message's parts at a time, so that a long session is never held whole. */
function* messagesOf(db: ForeignDatabase, session: string): Iterable<MessageRow> {
  const ids = [
    ...db.rows('select id from message where session_id = ? order by time_created, id', [session]),
  ].map((row) => textAt(row, 'id') ?? '');
  for (const id of ids) {
    const [row] = db.rows('select data from message where id = ?', [id]);
    const data = dataOf(row ?? {});
    const parts: PartRow[] = [];
    for (const part of db.rows(
      'select id, data, time_created, time_updated from part where message_id = ? order by time_created, id',
      [id],
    ))
      parts.push({
        id: textAt(part, 'id') ?? '',
        data: dataOf(part),
        created: timeOf(part['time_created']),
        updated: timeOf(part['time_updated']),
      });
    yield { id, data, parts };
  }
}

const dataOf = (row: JsonRecord): JsonRecord => parseRecord(textAt(row, 'data') ?? '') ?? {};
