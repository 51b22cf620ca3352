import { describe, expect, it } from 'vitest';
import { answered, eventsOf, post, useModelServers } from './asking.ts';
import { list, record } from './json.ts';
import { marker, type Step } from './script.ts';

const start = useModelServers();
const PATH = '/v1/responses';
const TOOLS = [{ type: 'function', name: 'exec_command' }];
const user = (text: string) => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
});
const asking = (...input: object[]) => ({ model: 'm', tools: TOOLS, input });

const FULL: Step = {
  reasoning: 'Hm.',
  text: 'Go.',
  calls: [
    { name: 'exec_command', input: { cmd: `echo ${'y'.repeat(200)}` } },
    { name: 'spawn_agent', namespace: 'multi_agent_v1', input: { message: 'x' } },
    { name: 'exec', custom: true, namespace: 'functions', input: 'text(1);' },
  ],
  usage: { input: 100, cacheRead: 20, cacheWrite: 3, output: 50, reasoning: 7 },
};

describe('the Responses wire', () => {
  it('answers whole, with reasoning, text and every kind of call', async () => {
    const server = await start({ s: [FULL] });
    const body = await answered(server, PATH, asking(user(marker('s'))));
    expect(body).toMatchObject({ status: 'completed', model: 'm' });
    expect(body['output']).toMatchObject([
      { type: 'reasoning', summary: [{ text: 'Hm.' }] },
      { type: 'message', content: [{ type: 'output_text', text: 'Go.' }] },
      { type: 'function_call', name: 'exec_command' },
      { type: 'function_call', name: 'spawn_agent', namespace: 'multi_agent_v1' },
      { type: 'custom_tool_call', name: 'exec', namespace: 'functions', input: 'text(1);' },
    ]);
    const ids = list(body['output']).map((item) => record(item)['call_id']);
    expect(new Set(ids.slice(2)).size).toBe(3);
  });

  it('counts the cache into the input, and reasoning into the output', async () => {
    const server = await start({ s: [FULL] });
    const body = await answered(server, PATH, asking(user(marker('s'))));
    expect(body['usage']).toEqual({
      input_tokens: 123,
      input_tokens_details: { cached_tokens: 20, cache_write_tokens: 3 },
      output_tokens: 50,
      output_tokens_details: { reasoning_tokens: 7 },
      total_tokens: 173,
    });
    expect(server.usageTotals()).toEqual(FULL.usage);
    expect(server.requests[0]).toMatchObject({ wire: 'responses', served: FULL.usage });
  });

  it('spells a stream out, and says the whole again at its end', async () => {
    const server = await start({ s: [FULL] });
    const question = { ...asking(user(marker('s'))), stream: true };
    const events = await eventsOf(await post(server, PATH, question));
    const spelled = (type: string) =>
      events
        .filter((event) => event['type'] === type)
        .map((event) => event['delta'])
        .join('');
    expect(spelled('response.output_text.delta')).toBe('Go.');
    expect(spelled('response.reasoning_summary_text.delta')).toBe('Hm.');
    expect(spelled('response.custom_tool_call_input.delta')).toBe('text(1);');
    expect(spelled('response.function_call_arguments.delta')).toContain('yyy');
    expect(events[0]?.['type']).toBe('response.created');
    const last = events.at(-1);
    expect(last?.['type']).toBe('response.completed');
    const done = events.filter((event) => event['type'] === 'response.output_item.done');
    expect(record(last?.['response'])['output']).toEqual(done.map((event) => event['item']));
    expect(events.map((event) => event['sequence_number'])).toEqual(events.map((_, i) => i));
  });

  it('takes all items of an answer for one step, whatever lies between them', async () => {
    const server = await start({ s: [FULL, { text: 'two' }, { text: 'three' }] });
    const first = await answered(server, PATH, asking(user(marker('s'))));
    const [reasoning, message, ...calls] = list(first['output']).map(record);
    const results = calls.flatMap((call) => [
      call,
      { type: 'function_call_output', call_id: call['call_id'], output: 'ok' },
    ]);
    const history = [user(marker('s')), { ...reasoning }, { ...message }, ...results];
    const second = await answered(server, PATH, asking(...history));
    expect(second['output']).toMatchObject([{ content: [{ text: 'two' }] }]);
    const said = list(second['output']).map((item) => ({ ...record(item) }));
    const third = await answered(server, PATH, asking(...history, ...said, user('on')));
    expect(third['output']).toMatchObject([{ content: [{ text: 'three' }] }]);
  });

  it('finds tools in the input and in groups, and a sub-agent by its encrypted task', async () => {
    const server = await start({ sub: [{ text: 'sub' }], main: [{ text: 'main' }] });
    const tools = [
      { type: 'namespace', name: 'collaboration', tools: [{ name: 'spawn_agent' }] },
      { type: 'web_search' },
    ];
    const task = { type: 'encrypted_content', encrypted_content: `do ${marker('sub')}` };
    const body = await answered(server, PATH, {
      instructions: 'be good',
      input: [
        { type: 'additional_tools', tools },
        user(marker('main')),
        { type: 'agent_message', content: [task] },
      ],
    });
    expect(body['output']).toMatchObject([{ content: [{ text: 'sub' }] }]);
    const conversation = server.requests[0]?.conversation;
    expect(conversation?.tools).toEqual(['collaboration.spawn_agent', 'web_search']);
    expect(conversation?.text).toContain('be good');
  });

  it('takes plain text for input', async () => {
    const server = await start({ s: [{ text: 'one' }] });
    const body = await answered(server, PATH, { tools: TOOLS, input: marker('s') });
    expect(body['output']).toMatchObject([{ content: [{ text: 'one' }] }]);
  });
});
