import { describe, expect, it } from 'vitest';
import { answered, eventsOf, post, useModelServers } from './asking.ts';
import { list, record, string } from './json.ts';
import { marker, type Step } from './script.ts';

const start = useModelServers();
const PATH = '/v1/chat/completions';
const TOOLS = [{ type: 'function', function: { name: 'Bash' } }];
const user = (content: unknown) => ({ role: 'user', content });
const asking = (...messages: object[]) => ({ model: 'm', tools: TOOLS, messages });

const CALLS = [1, 2].map((n) => ({ name: 'Bash', input: { command: `echo ${n}` } }));
const FULL: Step = {
  reasoning: 'Hm.',
  text: 'Go.',
  calls: CALLS,
  usage: { input: 100, cacheRead: 20, cacheWrite: 3, output: 50, reasoning: 7 },
};

describe('the chat completions wire', () => {
  it('answers whole', async () => {
    const server = await start({ s: [FULL] });
    const body = await answered(server, PATH, asking(user(marker('s'))));
    expect(body['choices']).toMatchObject([
      {
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: 'Go.',
          reasoning_content: 'Hm.',
          tool_calls: CALLS.map(({ name, input }) => ({
            type: 'function',
            function: { name, arguments: JSON.stringify(input) },
          })),
        },
      },
    ]);
    expect(body['usage']).toMatchObject({
      prompt_tokens: 120,
      completion_tokens: 50,
      total_tokens: 170,
      prompt_tokens_details: { cached_tokens: 20 },
      completion_tokens_details: { reasoning_tokens: 7 },
    });
  });

  it('counts no cache writes, since it cannot tell them', async () => {
    const server = await start({ s: [FULL] });
    await answered(server, PATH, asking(user(marker('s'))));
    expect(server.usageTotals('s')).toEqual({ ...FULL.usage, cacheWrite: 0 });
    expect(server.requests[0]?.wire).toBe('chat');
  });

  it('spells a stream out, with the usage in a chunk without choices', async () => {
    const server = await start({ s: [FULL] });
    const question = { ...asking(user(marker('s'))), stream: true };
    const events = await eventsOf(await post(server, PATH, question));
    const choices = events.flatMap((event) => list(event['choices'])).map(record);
    const deltas = choices.map((choice) => record(choice['delta']));
    const spelled = (key: string) => deltas.map((delta) => string(delta[key])).join('');
    expect([spelled('reasoning_content'), spelled('content')]).toEqual(['Hm.', 'Go.']);
    const calls = deltas.flatMap((delta) => list(delta['tool_calls'])).map(record);
    const second = calls.filter((call) => call['index'] === 1);
    const text = second.map((call) => record(call['function'])['arguments']).join('');
    expect(JSON.parse(text)).toEqual(CALLS[1]?.input);
    expect(choices.at(-1)?.['finish_reason']).toBe('tool_calls');
    expect(events.at(-2)).toMatchObject({ choices: [], usage: { total_tokens: 170 } });
    expect(events.at(-1)).toEqual({ data: '[DONE]' });
  });

  it('follows a conversation with its tool results, and no marker in these', async () => {
    const server = await start({
      s: [FULL, { text: '{{match:got (\\w+)}} {{match@0:got (\\w+)}} {{match:by (\\w+)}}' }],
    });
    const first = await answered(server, PATH, asking(user(marker('s'))));
    const [choice] = list(first['choices']);
    const message = { ...record(record(choice)['message']) };
    const results = list(message['tool_calls']).map((call, n) => ({
      role: 'tool',
      tool_call_id: record(call)['id'],
      content: `got r${n} ${marker('other')}`,
    }));
    const system = { role: 'system', content: [{ type: 'text', text: 'live by rules' }] };
    const history = [system, user([{ type: 'text', text: marker('s') }]), message, ...results];
    const second = await answered(server, PATH, asking(...history));
    expect(second['choices']).toMatchObject([
      { finish_reason: 'stop', message: { content: 'r1 r0 rules' } },
    ]);
  });
});
