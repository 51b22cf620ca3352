import { client, RequestError, type AnyMessage, type Stream } from '@agentclientprotocol/sdk';
import { isRecord, parseRecord, type JsonRecord } from '../../../domain/json-record.ts';

/** Why an agent did not do what it was asked. */
export interface RpcError {
  /** As JSON-RPC has it; null where there was no answer at all. */
  readonly code: number | null;
  readonly message: string;
  readonly data: JsonRecord;
}

/** How a request was answered. */
export type Answer =
  | { readonly ok: true; readonly result: JsonRecord }
  | { readonly ok: false; readonly error: RpcError };

/** The client's end of a conversation with an ACP agent. */
export interface Rpc {
  /** Asks, and waits for the answer, for `ms` at most where that is given. Never rejects. */
  request(method: string, params: JsonRecord, ms?: number): Promise<Answer>;
  notify(method: string, params: JsonRecord): void;
  /** A line of the agent. */
  take(line: string): void;
  /** The agent is gone: whatever waits is failed. */
  close(): void;
}

/** Who hears the agent. */
export interface RpcEars {
  /** Writes a line to the agent; false when nobody reads. */
  write(text: string): boolean;
  /** A `session/update`. */
  updated(params: JsonRecord): void;
  /** A `session/request_permission`, and what it is answered with. */
  permission(params: JsonRecord): Promise<JsonRecord>;
}

/**
 * Opens it. The SDK keeps the JSON-RPC: ids, the handlers' answers, the errors of the protocol. Its
 * schemas are not asked, for they are of one version, and agents are of many. What is no message
 * of JSON-RPC is left alone: agents print logs to their output by mistake.
 */
export function openRpc(ears: RpcEars): Rpc {
  let controller: ReadableStreamDefaultController<AnyMessage> | null = null;
  const stream: Stream = {
    readable: new ReadableStream<AnyMessage>({ start: (made) => void (controller = made) }),
    writable: new WritableStream<AnyMessage>({
      write: (message) => void ears.write(`${JSON.stringify(message)}\n`),
    }),
  };
  const connection = client({ name: 'fanin' })
    .onNotification('session/update', asRecord, ({ params }) => ears.updated(params))
    .onNotification('*', () => undefined)
    .onRequest('session/request_permission', asRecord, ({ params }) => ears.permission(params))
    .connect(stream);
  return {
    request: async (method, params, ms) => {
      const answer = connection.agent
        .request<unknown, JsonRecord>(method, params)
        .then(answered, failed);
      return ms === undefined ? answer : within(ms, method, answer);
    },
    notify: (method, params) =>
      void connection.agent.notify<JsonRecord>(method, params).catch(() => undefined),
    take: (line) => {
      const record = parseRecord(line);
      // The rest of its shape is looked at by the SDK.
      if (record?.['jsonrpc'] === '2.0') controller?.enqueue(record as unknown as AnyMessage);
    },
    close: () => connection.close(new Error('the agent is gone')),
  };
}

const asRecord = (params: unknown): JsonRecord => (isRecord(params) ? params : {});

const answered = (result: unknown): Answer => ({ ok: true, result: asRecord(result) });

function failed(error: unknown): Answer {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const known = error instanceof RequestError;
  const data = known ? asRecord(error.data) : {};
  return { ok: false, error: { code: known ? error.code : null, message, data } };
}

async function within(ms: number, method: string, answer: Promise<Answer>): Promise<Answer> {
  const message = `it did not answer ${method} within ${ms / 1000} s`;
  const late: Answer = { ok: false, error: { code: null, message, data: { late: true } } };
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<Answer>((resolve) => (timer = setTimeout(() => resolve(late), ms)));
  const first = await Promise.race([answer, over]);
  clearTimeout(timer);
  return first;
}
