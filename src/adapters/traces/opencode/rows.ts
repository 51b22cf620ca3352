import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { timeOf } from '../reading.ts';

/** A session's own row. */
export interface SessionRow {
  readonly id: string;
  readonly parent: string | null;
  readonly directory: string | null;
  readonly title: string | null;
  readonly version: string | null;
  readonly agent: string | null;
  readonly created: number | null;
  readonly updated: number | null;
  /** The program's own sums. */
  readonly tokens: JsonRecord;
}

/** A message and its parts. */
export interface MessageRow {
  readonly id: string;
  readonly data: JsonRecord;
  readonly parts: readonly PartRow[];
}

export interface PartRow {
  readonly id: string;
  readonly data: JsonRecord;
  readonly created: number | null;
  readonly updated: number | null;
}

/** A row of the table of sessions. */
export const sessionRow = (row: JsonRecord): SessionRow => ({
  id: textAt(row, 'id') ?? '',
  parent: textAt(row, 'parent_id'),
  directory: textAt(row, 'directory'),
  title: textAt(row, 'title'),
  version: textAt(row, 'version'),
  agent: textAt(row, 'agent'),
  created: timeOf(row['time_created']),
  updated: timeOf(row['time_updated']),
  tokens: {
    input: row['tokens_input'],
    output: row['tokens_output'],
    reasoning: row['tokens_reasoning'],
    cache: { read: row['tokens_cache_read'], write: row['tokens_cache_write'] },
  },
});

/** The session in an exported document. */
export function exportedSession(info: JsonRecord): SessionRow {
  const time = recordAt(info, 'time');
  return {
    id: textAt(info, 'id') ?? '',
    parent: textAt(info, 'parentID'),
    directory: textAt(info, 'directory'),
    title: textAt(info, 'title'),
    version: textAt(info, 'version'),
    agent: textAt(info, 'agent'),
    created: timeOf(time['created']),
    updated: timeOf(time['updated']),
    tokens: recordAt(info, 'tokens'),
  };
}

/** The messages in an exported document. Their parts have no times of their own. */
export const exportedMessages = (document: JsonRecord): readonly MessageRow[] =>
  recordsAt(document, 'messages').map((message) => {
    const info = recordAt(message, 'info');
    return {
      id: textAt(info, 'id') ?? '',
      data: info,
      parts: recordsAt(message, 'parts').map((data) => ({
        id: textAt(data, 'id') ?? '',
        data,
        created: timeOf(recordAt(data, 'time')['start']),
        updated: timeOf(recordAt(data, 'time')['end']),
      })),
    };
  });
