import {
  isRecord,
  parseRecord,
  recordAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';

/** How an answer came out. */
export type Answer =
  | { readonly ok: true; readonly result: JsonRecord }
  | { readonly ok: false; readonly message: string };

/** One end of a conversation in JSON-RPC, a record a line. */
export interface Rpc {
  /** Asks, and waits for the answer; one that can no longer come is a failed one. */
  request(method: string, params: JsonRecord): Promise<Answer>;
  notify(method: string): void;
  /** A line of the other end. */
  take(line: string): void;
  /** The other end is gone. */
  close(): void;
}

/** Opens it. `write` gives false when nobody reads. Requests of the other end are declined. */
export function openRpc(
  write: (text: string) => boolean,
  onNotification: (method: string, params: JsonRecord) => void,
): Rpc {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  let isClosed = false;
  const send = (record: JsonRecord): boolean => write(`${JSON.stringify(record)}\n`);
  return {
    request: (method, params) =>
      new Promise((resolve) => {
        const id = (last += 1);
        waiting.set(id, resolve);
        if (isClosed || !send({ id, method, params })) {
          waiting.delete(id);
          resolve(GONE);
        }
      }),
    notify: (method) => void send({ method }),
    take: (line) => {
      const record = parseRecord(line);
      if (record === null) return;
      const method = textAt(record, 'method');
      const { id } = record;
      if (method !== null && id === undefined) onNotification(method, recordAt(record, 'params'));
      else if (method !== null) send({ id, ...refusalOf(method) });
      else if (typeof id === 'number') {
        const resolve = waiting.get(id);
        waiting.delete(id);
        resolve?.(answerOf(record));
      }
    },
    close: () => {
      isClosed = true;
      for (const resolve of waiting.values()) resolve(GONE);
      waiting.clear();
    },
  };
}

const GONE: Answer = { ok: false, message: 'the app server is gone' };

function answerOf(record: JsonRecord): Answer {
  const { error } = record;
  if (isRecord(error)) return { ok: false, message: textAt(error, 'message') ?? 'an error' };
  return { ok: true, result: recordAt(record, 'result') };
}

/** Nobody is there to be asked. */
function refusalOf(method: string): JsonRecord {
  if (method.endsWith('requestApproval')) return { result: { decision: 'decline' } };
  if (/elicitation/.test(method)) return { result: { action: 'decline', content: null } };
  return { error: { code: -32601, message: 'nobody is there to answer' } };
}
