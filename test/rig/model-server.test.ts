import { afterEach, describe, expect, it } from 'vitest';
import { list, record } from './json.ts';
import { startModelServer, type ModelServer } from './model-server.ts';
import { marker, stepUsage, WORKING_DIRECTORY, type Scripts } from './script.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(scripts: Scripts): Promise<ModelServer> {
  const server = await startModelServer({ scripts });
  servers.push(server);
  return server;
}

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const ask = (script: string) => user(`do it ${marker(script)}`);

interface Question {
  readonly messages: readonly object[];
  readonly system?: unknown;
  readonly stream?: boolean;
  readonly tools?: readonly object[];
}

function post(server: ModelServer, question: Question): Promise<Response> {
  const body = { model: 'm', tools: [{ name: 'Bash' }], ...question };
  return fetch(`${server.url}/v1/messages?beta=true`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
}

async function answer(server: ModelServer, question: Question) {
  const response = await post(server, question);
  return { status: response.status, body: record(await response.json()) };
}

/** The events of a streamed answer. */
async function events(response: Response): Promise<Readonly<Record<string, unknown>>[]> {
  const text = await response.text();
  return text
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => {
      const [event = '', data = ''] = part.split('\n');
      const parsed = record(JSON.parse(data.replace('data: ', '')));
      expect(event).toBe(`event: ${String(parsed['type'])}`);
      return parsed;
    });
}

describe('answers', () => {
  it('follow the script of the marker, step by step', async () => {
    const server = await start({ s: [{ text: 'one' }, { text: 'two' }] });
    const first = await answer(server, { messages: [ask('s')] });
    const second = await answer(server, { messages: [ask('s'), assistant('one'), user('on')] });
    expect(first.body['content']).toEqual([{ type: 'text', text: 'one' }]);
    expect(second.body['content']).toEqual([{ type: 'text', text: 'two' }]);
    expect([first.body['stop_reason'], first.body['model']]).toEqual(['end_turn', 'm']);
  });

  it('are the same when a request is sent again', async () => {
    const server = await start({ s: [{ text: 'one' }, { text: 'two' }] });
    for (const _ of [1, 2, 3]) {
      const { body } = await answer(server, { messages: [ask('s')] });
      expect(body['content']).toEqual([{ type: 'text', text: 'one' }]);
    }
  });

  it('carry tool calls with ids of their own', async () => {
    const calls = [1, 2].map((n) => ({ name: 'Bash', input: { command: `echo ${n}` } }));
    const server = await start({ s: [{ text: 'go', calls }] });
    const bodies = await Promise.all(
      [1, 2].map(() => answer(server, { messages: [ask('s')] }).then(({ body }) => body)),
    );
    const blocks = bodies.flatMap(({ content }) => list(content));
    const ids = blocks
      .map((block: unknown) => record(block)['id'])
      .filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(4);
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(2);
    expect(bodies[0]?.['stop_reason']).toBe('tool_use');
    expect(blocks[1]).toMatchObject({
      type: 'tool_use',
      name: 'Bash',
      input: { command: 'echo 1' },
    });
  });

  it('follow the newest marker that was typed, and none that a tool printed', async () => {
    const server = await start({ a: [{ text: 'a0' }, { text: 'a1' }], b: [{ text: 'b0' }] });
    const quoted = user([{ type: 'tool_result', content: `see ${marker('b')}` }]);
    const blocks = user([
      { type: 'text', text: `not ${marker('a')} now` },
      { type: 'text', text: marker('b') },
    ]);
    const inTool = await answer(server, { messages: [ask('a'), assistant('a0'), quoted] });
    const typed = await answer(server, { messages: [ask('a'), assistant('a0'), blocks] });
    expect(inTool.body['content']).toEqual([{ type: 'text', text: 'a1' }]);
    expect(typed.body['content']).toEqual([{ type: 'text', text: 'b0' }]);
  });

  it('go on after the end of the script, and say so', async () => {
    const server = await start({ s: [] });
    const { body } = await answer(server, { messages: [ask('s')] });
    expect(body['content']).toEqual([{ type: 'text', text: 'The script s is over.' }]);
  });

  it('are plain where no tools are offered: titles and the like', async () => {
    const server = await start({ s: [{ text: 'one' }] });
    const { body } = await answer(server, { messages: [ask('s')], tools: [] });
    expect(body['content']).toEqual([{ type: 'text', text: 'a title' }]);
    expect(server.usageTotals('s')).toMatchObject({ input: 0, output: 0 });
  });

  it.each([
    ['an unknown script', 'nope', 'there is no script nope'],
    ['a pattern without a match', 's', 'nothing in the conversation matches zzz'],
  ])('are an error for %s', async (_, script, message) => {
    const server = await start({ s: [{ text: '{{match:zzz}}' }] });
    const { status, body } = await answer(server, { messages: [ask(script)] });
    expect(status).toBe(400);
    expect(record(body['error'])['message']).toContain(message);
  });
});

describe('a stream', () => {
  it('spells the answer out', async () => {
    const text = 'x'.repeat(200);
    const input = { command: `echo ${'y'.repeat(200)}` };
    const usage = { input: 9, cacheRead: 8, cacheWrite: 7, output: 6 };
    const server = await start({ s: [{ text, calls: [{ name: 'Bash', input }], usage }] });
    const all = await events(await post(server, { messages: [ask('s')], stream: true }));
    const deltas = all.filter(({ type }) => type === 'content_block_delta');
    const spelled = (index: number, key: string) =>
      deltas
        .filter((event) => event['index'] === index)
        .map((event) => record(event['delta'])[key])
        .join('');
    expect(spelled(0, 'text')).toBe(text);
    expect(JSON.parse(spelled(1, 'partial_json'))).toEqual(input);
    expect(all.map(({ type }) => type).filter((type) => type !== 'content_block_delta')).toEqual([
      'message_start',
      'content_block_start',
      'content_block_stop',
      'content_block_start',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(record(record(all[0]?.['message'])['usage'])['output_tokens']).toBe(1);
    expect(all.at(-2)?.['usage']).toEqual({
      input_tokens: 9,
      cache_read_input_tokens: 8,
      cache_creation_input_tokens: 7,
      output_tokens: 6,
    });
  });
});

describe('substitution', () => {
  it('fills in the last match, in calls as well, from the system prompt and tool results', async () => {
    const step = {
      text: '{{match:id=(\\d+)}} {{match:plain}}',
      calls: [
        {
          name: 'Write',
          input: { file_path: `${WORKING_DIRECTORY}/a`, deep: [{ x: WORKING_DIRECTORY }] },
        },
      ],
    };
    const server = await start({ s: [{ text: 'first' }, step] });
    const { body } = await answer(server, {
      system: [{ type: 'text', text: 'Primary working directory: /a b/c\nOther' }],
      messages: [
        ask('s'),
        assistant('id=1'),
        user([{ type: 'tool_result', content: [{ type: 'text', text: 'id=22 plain' }] }]),
      ],
    });
    expect(body['content']).toMatchObject([
      { text: '22 plain' },
      { input: { file_path: '/a b/c/a', deep: [{ x: '/a b/c' }] } },
    ]);
  });
});

describe('counting', () => {
  it('adds up what was served, whole and by script', async () => {
    const server = await start({ a: [{ text: 'a' }], b: [{ text: 'b', usage: { output: 1 } }] });
    await Promise.all(
      ['a', 'b', 'b'].map(async (script) => answer(server, { messages: [ask(script)] })),
    );
    const { reasoning: _untold, ...zero } = stepUsage(0);
    expect(server.usageTotals('a')).toEqual(zero);
    expect(server.usageTotals()).toEqual({
      input: 3 * zero.input,
      cacheRead: 3 * zero.cacheRead,
      cacheWrite: 3 * zero.cacheWrite,
      output: zero.output + 2,
    });
  });

  it('counts no errors, and records every request', async () => {
    const server = await start({
      s: [{ status: 529, error: 'overloaded_error', message: 'later' }],
    });
    const { status, body } = await answer(server, { messages: [ask('s')] });
    expect([status, body['error']]).toEqual([529, { type: 'overloaded_error', message: 'later' }]);
    expect(server.usageTotals()).toEqual({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0 });
    expect(server.requests).toMatchObject([
      { no: 1, method: 'POST', path: '/v1/messages', served: null, conversation: { script: 's' } },
    ]);
  });

  it('gives no two steps the same figures', () => {
    const steps = Array.from({ length: 50 }, (_, i) => stepUsage(i));
    for (const kind of ['input', 'cacheRead', 'cacheWrite', 'output'] as const) {
      expect(new Set(steps.map((usage) => usage[kind])).size).toBe(50);
    }
  });
});

describe('a hold', () => {
  it('keeps a request until it is released, and lets others pass', async () => {
    const server = await start({ slow: [{ text: 'slow', hold: 'gate' }], quick: [{ text: 'q' }] });
    let done = false;
    const held = answer(server, { messages: [ask('slow')] }).then((value) => {
      done = true;
      return value;
    });
    await server.reached('gate');
    await answer(server, { messages: [ask('quick')] });
    expect(done).toBe(false);
    server.release('gate');
    expect((await held).body['content']).toEqual([{ type: 'text', text: 'slow' }]);
    expect((await answer(server, { messages: [ask('slow')] })).status).toBe(200);
  });

  it('counts nothing for a client that went away', async () => {
    const server = await start({ slow: [{ text: 'slow', hold: 'gate' }], quick: [{ text: 'q' }] });
    const gone = new AbortController();
    const body = JSON.stringify({ tools: [{ name: 'T' }], messages: [ask('slow')] });
    const request = fetch(`${server.url}/v1/messages`, {
      method: 'POST',
      body,
      signal: gone.signal,
    });
    await server.reached('gate');
    gone.abort();
    await expect(request).rejects.toThrow();
    await server.requests[0]?.ended;
    server.release('gate');
    await answer(server, { messages: [ask('quick')] });
    expect(server.usageTotals('slow')).toMatchObject({ input: 0 });
  });

  it('ends with the server', async () => {
    const server = await start({ slow: [{ text: 'slow', hold: 'gate' }] });
    const held = post(server, { messages: [ask('slow')] });
    await server.reached('gate');
    await Promise.all([expect(held).rejects.toThrow(), server.close()]);
  });
});

describe('other requests', () => {
  it('are answered as the service would', async () => {
    const server = await start({});
    const get = await fetch(`${server.url}/v1/models`);
    expect(await get.json()).toMatchObject({ data: [] });
    expect((await fetch(server.url, { method: 'HEAD' })).status).toBe(200);
    const body = JSON.stringify({ messages: [user('12345678')] });
    const count = await fetch(`${server.url}/v1/messages/count_tokens`, { method: 'POST', body });
    expect(await count.json()).toEqual({ input_tokens: 3 });
    expect((await fetch(`${server.url}/elsewhere`)).status).toBe(404);
    expect(server.requests.map(({ conversation }) => conversation)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('may have a broken body', async () => {
    const server = await start({});
    const broken = await fetch(`${server.url}/v1/messages`, { method: 'POST', body: '{' });
    expect(await broken.json()).toMatchObject({ content: [{ text: 'a title' }] });
  });

  it('come to 127.0.0.1 alone, each server on a port of its own', async () => {
    const [one, two] = [await start({}), await start({})];
    expect(one.url).toBe(`http://127.0.0.1:${one.port}`);
    expect(one.port).not.toBe(two.port);
  });
});
