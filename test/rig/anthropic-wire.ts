import type { Turn } from './conversation.ts';
import { list, record, string } from './json.ts';
import type { JsonObject, StepUsage } from './script.ts';
import { frame, messageOf, pieces, type Wire, type WireAnswer } from './wire.ts';

/** The Anthropic Messages API: `/v1/messages`. It tells no reasoning apart from the output. */
export const anthropicWire: Wire = {
  name: 'anthropic',
  callPrefix: 'toolu',
  read(body) {
    const request = record(body);
    const system: Turn = { role: 'system', text: allText(request['system']), calls: [] };
    return {
      model: string(request['model']),
      stream: request['stream'] === true,
      tools: list(request['tools']).map((tool) => string(record(tool)['name'])),
      turns: [system, ...list(request['messages']).flatMap(turnsOf)],
    };
  },
  tells: ({ input, cacheRead, cacheWrite, output }) => ({ input, cacheRead, cacheWrite, output }),
  frames: (answer) => [...streamed(answer)],
  whole: (answer) => ({
    ...envelope(answer),
    content: contentBlocks(answer),
    stop_reason: stopReason(answer),
    usage: wireUsage(answer.usage),
  }),
  error: (error) => ({ type: 'error', error: { type: error.error, message: messageOf(error) } }),
};

function turnsOf(message: unknown): Turn[] {
  const { role, content } = record(message);
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
  const results = blocks.filter((block) => record(block)['type'] === 'tool_result');
  const calls = blocks.filter((block) => record(block)['type'] === 'tool_use');
  const turn: Turn = {
    role: role === 'assistant' ? 'assistant' : 'user',
    text: blocks.map((block) => string(record(block)['text'])).join('\n'),
    calls: calls.map((block) => string(record(block)['id'])),
  };
  if (results.length === 0) return [turn];
  const text = results.map((block) => allText(record(block)['content'])).join('\n');
  const typed = [turn.text, ...[...text.matchAll(TYPED_MID_TURN)].map((match) => match[1])];
  return [
    { role: 'tool', text, calls: [] },
    { ...turn, text: typed.join('\n') },
  ];
}

/** How Claude Code hands on what somebody typed while a tool ran: in that tool's result. */
const TYPED_MID_TURN =
  /<system-reminder>\nThe user sent a new message while you were working:\n(.*?)<\/system-reminder>/gs;

function allText(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((block) => `${string(record(block)['text'])}${allText(record(block)['content'])}`)
    .join('\n');
}

function envelope({ id, model }: WireAnswer): JsonObject {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model, stop_sequence: null };
}

function stopReason({ calls }: WireAnswer): string {
  return calls.length > 0 ? 'tool_use' : 'end_turn';
}

function contentBlocks({ reasoning, text, calls }: WireAnswer): JsonObject[] {
  return [
    ...(reasoning === null
      ? []
      : [{ type: 'thinking', thinking: reasoning, signature: 'c2lnbmVk' }]),
    ...(text === null ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
  ];
}

function wireUsage(usage: StepUsage): JsonObject {
  return {
    input_tokens: usage.input,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation_input_tokens: usage.cacheWrite,
    output_tokens: usage.output,
  };
}

function* streamed(answer: WireAnswer): Generator<string> {
  const event = (type: string, data: JsonObject) => frame({ type, ...data }, type);
  // The real service, too, knows the output's size at the end only and starts with a 1.
  const usage = wireUsage({ ...answer.usage, output: 1 });
  const started = { ...envelope(answer), content: [], stop_reason: null, usage };
  yield event('message_start', { message: started });
  for (const [index, block] of contentBlocks(answer).entries()) {
    const { empty, deltas } = spelled(block);
    yield event('content_block_start', { index, content_block: empty });
    for (const delta of deltas) yield event('content_block_delta', { index, delta });
    yield event('content_block_stop', { index });
  }
  const delta = { stop_reason: stopReason(answer), stop_sequence: null };
  yield event('message_delta', { delta, usage: wireUsage(answer.usage) });
  yield event('message_stop', {});
}

/** A block as it starts, and the deltas that fill it. */
function spelled(block: JsonObject): { empty: JsonObject; deltas: JsonObject[] } {
  const { text, thinking, signature = '', input = {} } = block;
  if (typeof text === 'string') {
    const deltas = pieces(text).map((part) => ({ type: 'text_delta', text: part }));
    return { empty: { ...block, text: '' }, deltas };
  }
  if (typeof thinking === 'string') {
    const deltas = pieces(thinking).map((part) => ({ type: 'thinking_delta', thinking: part }));
    const empty = { ...block, thinking: '', signature: '' };
    return { empty, deltas: [...deltas, { type: 'signature_delta', signature }] };
  }
  const parts = pieces(JSON.stringify(input));
  const deltas = parts.map((part) => ({ type: 'input_json_delta', partial_json: part }));
  return { empty: { ...block, input: {} }, deltas };
}
