import type { Turn } from './conversation.ts';
import { list, record, string } from './json.ts';
import type { JsonObject, StepUsage } from './script.ts';
import { frame, inputText, messageOf, pieces, type Wire, type WireAnswer } from './wire.ts';

/** OpenAI's chat completions API: `/v1/chat/completions`. It tells nothing of cache writes. */
export const chatWire: Wire = {
  name: 'chat',
  callPrefix: 'call',
  read(body) {
    const request = record(body);
    return {
      model: string(request['model']),
      stream: request['stream'] === true,
      tools: list(request['tools']).map((tool) => string(record(record(tool)['function'])['name'])),
      turns: list(request['messages']).map(turnOf),
    };
  },
  tells: (usage) => ({ ...usage, cacheWrite: 0 }),
  frames: (answer) => [...streamed(answer)],
  whole: (answer) => ({
    ...envelope(answer, 'chat.completion'),
    choices: [{ index: 0, message: message(answer), finish_reason: finishReason(answer) }],
    usage: wireUsage(answer.usage),
  }),
  error: (error) => ({
    error: { message: messageOf(error), type: error.error, code: error.error, param: null },
  }),
};

function turnOf(message: unknown): Turn {
  const { role, content, tool_calls: calls } = record(message);
  return {
    role: role === 'user' || role === 'assistant' || role === 'tool' ? role : 'system',
    text: textOf(content),
    calls: list(calls).map((call) => string(record(call)['id'])),
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => string(record(part)['text']))
    .join('\n');
}

function envelope({ id, model }: WireAnswer, object: string): JsonObject {
  return { id: `chatcmpl-${id}`, object, created: Math.floor(Date.now() / 1000), model };
}

function message({ text, reasoning, calls }: WireAnswer): JsonObject {
  return {
    role: 'assistant',
    content: text,
    ...(reasoning === null ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(toolCall) }),
  };
}

function toolCall(call: WireAnswer['calls'][number]): JsonObject {
  const { id, name } = call;
  return { id, type: 'function', function: { name, arguments: inputText(call) } };
}

function finishReason({ calls }: WireAnswer): string {
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

function wireUsage({ input, cacheRead, output, reasoning = 0 }: StepUsage): JsonObject {
  const prompt = input + cacheRead;
  return {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: { cached_tokens: cacheRead },
    completion_tokens_details: { reasoning_tokens: reasoning },
    // Moonshot's own place for it.
    cached_tokens: cacheRead,
  };
}

function* streamed(answer: WireAnswer): Generator<string> {
  const base = envelope(answer, 'chat.completion.chunk');
  const chunk = (delta: JsonObject, finish: string | null = null) =>
    frame({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] });
  yield chunk({ role: 'assistant', content: '' });
  for (const part of pieces(answer.reasoning ?? '')) yield chunk({ reasoning_content: part });
  for (const part of pieces(answer.text ?? '')) yield chunk({ content: part });
  for (const [index, call] of answer.calls.entries()) {
    const { id, name } = call;
    const head = { index, id, type: 'function', function: { name, arguments: '' } };
    yield chunk({ tool_calls: [head] });
    for (const part of pieces(inputText(call)))
      yield chunk({ tool_calls: [{ index, function: { arguments: part } }] });
  }
  yield chunk({}, finishReason(answer));
  yield frame({ ...base, choices: [], usage: wireUsage(answer.usage) });
  yield frame('[DONE]');
}
