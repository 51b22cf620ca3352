import type { Turn } from './conversation.ts';
import { list, record, string } from './json.ts';
import type { JsonObject, StepUsage } from './script.ts';
import { frame, messageOf, pieces, type Wire, type WireAnswer } from './wire.ts';

/**
 * The Gemini API: `:generateContent` and `:streamGenerateContent`. It tells thoughts apart from the
 * output, and nothing of cache writes.
 */
export const geminiWire: Wire = {
  name: 'gemini',
  callPrefix: 'call',
  read(body, path) {
    const request = record(body);
    const system: Turn = {
      role: 'system',
      text: textOf(record(request['systemInstruction'])['parts']),
      calls: [],
    };
    return {
      model: /models\/([^/:]+):/.exec(path)?.[1] ?? '',
      stream: path.endsWith(':streamGenerateContent'),
      tools: list(request['tools']).flatMap((tool) =>
        list(record(tool)['functionDeclarations']).map((one) => string(record(one)['name'])),
      ),
      turns: [system, ...list(request['contents']).flatMap(turnsOf)],
    };
  },
  tells: (usage) => ({ ...usage, cacheWrite: 0 }),
  frames: (answer) => [...streamed(answer)],
  whole: (answer) => ({
    ...envelope(answer),
    candidates: [candidate(parts(answer), 'STOP')],
    usageMetadata: wireUsage(answer.usage),
  }),
  error: (error) => ({
    error: {
      code: error.status,
      message: messageOf(error),
      status: error.error,
      ...(error.retryAfter === undefined ? {} : { details: [retryInfo(error.retryAfter)] }),
    },
  }),
};

function turnsOf(content: unknown): Turn[] {
  const { role, parts } = record(content);
  const calls = list(parts).map((part) => record(record(part)['functionCall']));
  const results = list(parts)
    .map((part) => record(part)['functionResponse'])
    .filter((result) => result !== undefined);
  const turn: Turn = {
    role: role === 'model' ? 'assistant' : 'user',
    text: textOf(parts),
    calls: calls.map(({ id }) => string(id)).filter((id) => id !== ''),
  };
  if (results.length === 0) return [turn];
  const text = results.map((result) => texts(record(result)['response'])).join('\n');
  return [{ role: 'tool', text, calls: [] }, turn];
}

function textOf(parts: unknown): string {
  return list(parts)
    .filter((part) => record(part)['thought'] !== true)
    .map((part) => string(record(part)['text']))
    .join('\n');
}

/** Every string in a value: a tool's result has no shape of its own. */
function texts(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.values(record(value)).map(texts).join('\n');
}

function envelope({ id, model }: WireAnswer): JsonObject {
  return { modelVersion: model, responseId: `resp-${id}` };
}

function candidate(content: readonly JsonObject[], finish?: string): JsonObject {
  return {
    index: 0,
    content: { role: 'model', parts: content },
    ...(finish === undefined ? {} : { finishReason: finish }),
  };
}

function parts({ reasoning, text, calls }: WireAnswer): JsonObject[] {
  return [
    ...(reasoning === null ? [] : [{ text: reasoning, thought: true }]),
    ...(text === null ? [] : [{ text }]),
    ...calls.map(({ id, name, input }) => ({
      functionCall: { id, name, args: input },
      thoughtSignature: 'c2lnbmVk',
    })),
  ];
}

function wireUsage({ input, cacheRead, output, reasoning = 0 }: StepUsage): JsonObject {
  return {
    promptTokenCount: input + cacheRead,
    cachedContentTokenCount: cacheRead,
    candidatesTokenCount: output - reasoning,
    thoughtsTokenCount: reasoning,
    totalTokenCount: input + cacheRead + output,
  };
}

function retryInfo(seconds: number): JsonObject {
  return { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` };
}

function* streamed(answer: WireAnswer): Generator<string> {
  const base = envelope(answer);
  const chunk = (part: JsonObject) => frame({ ...base, candidates: [candidate([part])] });
  for (const part of parts(answer)) {
    const { text } = part;
    if (typeof text !== 'string') yield chunk(part);
    else for (const piece of pieces(text)) yield chunk({ ...part, text: piece });
  }
  const last = [candidate([{ text: '' }], 'STOP')];
  yield frame({ ...base, candidates: last, usageMetadata: wireUsage(answer.usage) });
}
