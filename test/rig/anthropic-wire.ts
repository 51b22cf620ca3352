import type { ServerResponse } from 'node:http';
import type { ErrorStep, JsonObject, StepUsage, ToolCall } from './script.ts';

/** An answer ready to be sent. `id` is unique per request, as the service's are. */
export interface WireAnswer {
  readonly id: string;
  readonly model: string;
  readonly text: string | null;
  readonly calls: readonly (ToolCall & { readonly id: string })[];
  readonly usage: StepUsage;
}

/** Sends an answer as one Messages response, streamed as server-sent events or whole. */
export function sendAnswer(response: ServerResponse, answer: WireAnswer, stream: boolean): void {
  const blocks = contentBlocks(answer);
  const stop = answer.calls.length > 0 ? 'tool_use' : 'end_turn';
  if (stream) {
    sendStream(response, answer, blocks, stop);
    return;
  }
  sendJson(response, 200, {
    ...envelope(answer),
    content: blocks,
    stop_reason: stop,
    usage: wireUsage(answer.usage),
  });
}

/** Sends an error in the service's shape. */
export function sendError(response: ServerResponse, step: ErrorStep): void {
  const message = step.message ?? `scripted ${step.status}`;
  sendJson(response, step.status, { type: 'error', error: { type: step.error, message } });
}

/** Sends a JSON body. */
export function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function envelope(answer: WireAnswer): JsonObject {
  return {
    id: answer.id,
    type: 'message',
    role: 'assistant',
    model: answer.model,
    stop_sequence: null,
  };
}

function contentBlocks(answer: WireAnswer): JsonObject[] {
  const calls = answer.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }));
  return answer.text === null ? calls : [{ type: 'text', text: answer.text }, ...calls];
}

function wireUsage(usage: StepUsage): JsonObject {
  return {
    input_tokens: usage.input,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation_input_tokens: usage.cacheWrite,
    output_tokens: usage.output,
  };
}

function sendStream(
  response: ServerResponse,
  answer: WireAnswer,
  blocks: readonly JsonObject[],
  stop: string,
): void {
  const send = (type: string, data: JsonObject) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  // The real service, too, knows the output's size at the end only and starts with a 1.
  const started = wireUsage({ ...answer.usage, output: 1 });
  send('message_start', {
    message: { ...envelope(answer), content: [], stop_reason: null, usage: started },
  });
  for (const [index, block] of blocks.entries()) sendBlock(send, index, block);
  send('message_delta', {
    delta: { stop_reason: stop, stop_sequence: null },
    usage: wireUsage(answer.usage),
  });
  send('message_stop', {});
  response.end();
}

function sendBlock(
  send: (type: string, data: JsonObject) => void,
  index: number,
  block: JsonObject,
): void {
  const text = block['text'];
  const isText = typeof text === 'string';
  const whole = isText ? text : JSON.stringify(block['input']);
  const empty = isText ? { ...block, text: '' } : { ...block, input: {} };
  send('content_block_start', { index, content_block: empty });
  for (let at = 0; at < whole.length; at += 80) {
    const part = whole.slice(at, at + 80);
    const delta = isText
      ? { type: 'text_delta', text: part }
      : { type: 'input_json_delta', partial_json: part };
    send('content_block_delta', { index, delta });
  }
  send('content_block_stop', { index });
}
