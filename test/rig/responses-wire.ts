import type { Turn } from './conversation.ts';
import { list, record, string } from './json.ts';
import type { JsonObject, StepUsage } from './script.ts';
import { frame, inputText, messageOf, pieces, type Wire, type WireAnswer } from './wire.ts';

/** OpenAI's Responses API: `/v1/responses`. Its input tokens include what the cache had and got. */
export const responsesWire: Wire = {
  name: 'responses',
  callPrefix: 'call',
  read(body) {
    const request = record(body);
    const { input } = request;
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : list(input);
    // Models that write code are offered their tools in an item of the input.
    const added = items.filter((item) => record(item)['type'] === 'additional_tools');
    const tools = [request, ...added].flatMap((item) => list(record(item)['tools']));
    const system: Turn = { role: 'system', text: string(request['instructions']), calls: [] };
    return {
      model: string(request['model']),
      stream: request['stream'] === true,
      tools: tools.flatMap(toolNames),
      turns: [system, ...items.flatMap(turnsOf)],
    };
  },
  tells: (usage) => usage,
  frames: (answer) => [...streamed(answer)],
  whole: (answer) => completed(answer),
  error: (error) => ({
    error: { message: messageOf(error), type: error.error, code: error.error, param: null },
  }),
};

function toolNames(tool: unknown): string[] {
  const { type, name, tools } = record(tool);
  if (type !== 'namespace') return [string(name) || string(type)];
  return list(tools).map((one) => `${string(name)}.${string(record(one)['name'])}`);
}

function turnsOf(item: unknown): Turn[] {
  const { type = 'message', role, content, output, call_id: id } = record(item);
  const kind = string(type);
  if (kind === 'message') return [{ role: roleOf(role), text: textOf(content), calls: [] }];
  // A sub-agent's task, and what agents tell one another: the fake service encrypts nothing.
  if (kind === 'agent_message') return [{ role: 'user', text: textOf(content), calls: [] }];
  if (kind.endsWith('_call_output') || kind.endsWith('_search_output'))
    return [{ role: 'tool', text: textOf(record(output)['content'] ?? output), calls: [] }];
  if (kind.endsWith('_call')) return [{ role: 'assistant', text: '', calls: [string(id)] }];
  return kind === 'reasoning' ? [{ role: 'assistant', text: '', calls: [] }] : [];
}

function roleOf(role: unknown): Turn['role'] {
  return role === 'user' || role === 'assistant' ? role : 'system';
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => string(record(part)['text']) || string(record(part)['encrypted_content']))
    .join('\n');
}

function envelope({ id, model }: WireAnswer, status: string): JsonObject {
  const created = Math.floor(Date.now() / 1000);
  return { id: `resp_${id}`, object: 'response', created_at: created, model, status, output: [] };
}

function completed(answer: WireAnswer): JsonObject {
  const usage = wireUsage(answer.usage);
  return { ...envelope(answer, 'completed'), output: items(answer), usage };
}

function items(answer: WireAnswer): JsonObject[] {
  const { id, reasoning, text } = answer;
  const summary = [{ type: 'summary_text', text: reasoning }];
  const content = [{ type: 'output_text', text, annotations: [] }];
  const status = 'completed';
  return [
    ...(reasoning === null
      ? []
      : [{ type: 'reasoning', id: `rs_${id}`, summary, encrypted_content: 'ZmFrZQ==' }]),
    ...(text === null
      ? []
      : [{ type: 'message', id: `msg_${id}`, role: 'assistant', status, content }]),
    ...answer.calls.map((call, index) => callItem(call, `${id}_${index}`)),
  ];
}

function callItem(call: WireAnswer['calls'][number], id: string): JsonObject {
  const { name, namespace } = call;
  const common = {
    call_id: call.id,
    name,
    status: 'completed',
    ...(namespace === undefined ? {} : { namespace }),
  };
  return 'custom' in call
    ? { type: 'custom_tool_call', id: `ctc_${id}`, ...common, input: call.input }
    : { type: 'function_call', id: `fc_${id}`, ...common, arguments: inputText(call) };
}

function wireUsage(usage: StepUsage): JsonObject {
  const { input, cacheRead, cacheWrite, output, reasoning = 0 } = usage;
  const all = input + cacheRead + cacheWrite;
  return {
    input_tokens: all,
    input_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWrite },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: all + output,
  };
}

function* streamed(answer: WireAnswer): Generator<string> {
  let sequence = 0;
  const event = (type: string, data: JsonObject) =>
    frame({ type, sequence_number: sequence++, ...data }, type);
  yield event('response.created', { response: envelope(answer, 'in_progress') });
  for (const [index, item] of items(answer).entries()) {
    const place = { output_index: index, item_id: item['id'] ?? '' };
    yield event('response.output_item.added', { output_index: index, item: begun(item) });
    for (const [type, data] of spelled(item, answer)) yield event(type, { ...place, ...data });
    yield event('response.output_item.done', { output_index: index, item });
  }
  yield event('response.completed', { response: completed(answer) });
}

/** An item before anything of it was said. */
function begun(item: JsonObject): JsonObject {
  switch (item['type']) {
    case 'message':
      return { ...item, status: 'in_progress', content: [] };
    case 'reasoning':
      return { ...item, summary: [] };
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' };
    default:
      return { ...item, status: 'in_progress', input: '' };
  }
}

function spelled(item: JsonObject, { text, reasoning }: WireAnswer): [string, JsonObject][] {
  switch (item['type']) {
    case 'message':
      return spelledPart('response.content_part', 'response.output_text', {
        place: { content_index: 0 },
        part: { type: 'output_text', text: text ?? '', annotations: [] },
      });
    case 'reasoning':
      return spelledPart('response.reasoning_summary_part', 'response.reasoning_summary_text', {
        place: { summary_index: 0 },
        part: { type: 'summary_text', text: reasoning ?? '' },
      });
    case 'function_call':
      return spelledInput('response.function_call_arguments', 'arguments', item);
    default:
      return spelledInput('response.custom_tool_call_input', 'input', item);
  }
}

function spelledPart(
  partEvent: string,
  textEvent: string,
  { place, part }: { place: JsonObject; part: JsonObject & { text: string } },
): [string, JsonObject][] {
  const { text } = part;
  return [
    [`${partEvent}.added`, { ...place, part: { ...part, text: '' } }],
    ...pieces(text).map((delta): [string, JsonObject] => [
      `${textEvent}.delta`,
      { ...place, delta },
    ]),
    [`${textEvent}.done`, { ...place, text }],
    [`${partEvent}.done`, { ...place, part }],
  ];
}

function spelledInput(event: string, key: string, item: JsonObject): [string, JsonObject][] {
  const whole = string(item[key]);
  return [
    ...pieces(whole).map((delta): [string, JsonObject] => [`${event}.delta`, { delta }]),
    [`${event}.done`, { [key]: whole }],
  ];
}
