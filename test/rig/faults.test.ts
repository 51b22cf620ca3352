import { describe, expect, it } from 'vitest';
import { answered, post, useModelServers } from './asking.ts';
import type { ModelServer } from './model-server.ts';
import { marker } from './script.ts';

const start = useModelServers();
const LONG = { text: 'one piece after the other '.repeat(20) };

/** How each wire is asked, and what its errors look like. */
const WIRES = [
  {
    wire: 'anthropic',
    path: '/v1/messages',
    ask: (script: string, stream: boolean) => ({
      stream,
      tools: [{ name: 'T' }],
      messages: [{ role: 'user', content: marker(script) }],
    }),
    error: { type: 'error', error: { type: 'overloaded', message: 'later' } },
    end: 'message_stop',
  },
  {
    wire: 'responses',
    path: '/v1/responses',
    ask: (script: string, stream: boolean) => ({
      stream,
      tools: [{ name: 'T' }],
      input: marker(script),
    }),
    error: { error: { type: 'overloaded', message: 'later', code: 'overloaded', param: null } },
    end: 'response.completed',
  },
  {
    wire: 'chat',
    path: '/v1/chat/completions',
    ask: (script: string, stream: boolean) => ({
      stream,
      tools: [{ function: { name: 'T' } }],
      messages: [{ role: 'user', content: marker(script) }],
    }),
    error: { error: { type: 'overloaded', message: 'later', code: 'overloaded', param: null } },
    end: '[DONE]',
  },
  {
    wire: 'gemini',
    path: '/v1beta/models/m:streamGenerateContent',
    ask: (script: string) => ({
      tools: [{ functionDeclarations: [{ name: 'T' }] }],
      contents: [{ role: 'user', parts: [{ text: marker(script) }] }],
    }),
    error: {
      error: {
        code: 529,
        status: 'overloaded',
        message: 'later',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' }],
      },
    },
    end: 'usageMetadata',
  },
] as const;

const nothingServed = (server: ModelServer) => {
  expect(server.usageTotals()).toEqual({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0 });
};

describe.each(WIRES)('a fault on the $wire wire', ({ path, ask, error, end }) => {
  it('is an error in its own shape, with the time to wait', async () => {
    const fault = { status: 529, error: 'overloaded', message: 'later', retryAfter: 3 };
    const server = await start({ s: [fault] });
    for (const _ of [1, 2]) {
      const response = await post(server, path, ask('s', true));
      expect([response.status, response.headers.get('retry-after')]).toEqual([529, '3']);
      expect(await response.json()).toEqual(error);
    }
    nothingServed(server);
  });

  it('cuts a stream in its middle', async () => {
    const server = await start({ s: [{ ...LONG, cut: 'mid-stream' }] });
    const { status, body } = await post(server, path, ask('s', true));
    expect(status).toBe(200);
    let seen = '';
    const reading = async () => {
      for await (const chunk of body ?? []) seen += Buffer.from(chunk).toString('utf8');
    };
    await expect(reading()).rejects.toThrow('terminated');
    expect(seen).toContain('one piece');
    expect(seen).not.toContain(end);
    nothingServed(server);
  });

  it('puts an event that is no JSON into the middle of a stream', async () => {
    const server = await start({ s: [{ ...LONG, garble: true }] });
    const text = await (await post(server, path, ask('s', true))).text();
    const broken = text.split('\n').filter((line) => line === 'data: {"garbled": tru');
    expect(broken).toHaveLength(1);
    expect(text.indexOf('one piece')).toBeLessThan(text.indexOf('garbled'));
    expect(text).not.toContain(end);
    nothingServed(server);
  });

  it('hangs in the middle of a stream until it is released', async () => {
    const server = await start({ s: [{ ...LONG, hang: 'gate' }] });
    const { body } = await post(server, path, ask('s', true));
    await server.reached('gate');
    nothingServed(server);
    server.release('gate');
    let seen = '';
    for await (const chunk of body ?? []) seen += Buffer.from(chunk).toString('utf8');
    expect(seen).toContain(end);
    expect(server.usageTotals('s').input).toBe(1000);
  });

  it('comes first, and the answer to the retries', async () => {
    const faultsFirst = [{ status: 429, error: 'x' }, { cut: 'mid-stream' as const }];
    const server = await start({ s: [{ ...LONG, faultsFirst }], t: [LONG] });
    expect((await post(server, path, ask('s', true))).status).toBe(429);
    await expect((await post(server, path, ask('s', true))).text()).rejects.toThrow('terminated');
    expect((await post(server, path, ask('t', true))).status).toBe(200);
    for (const _ of [1, 2]) {
      expect(await (await post(server, path, ask('s', true))).text()).toContain(end);
    }
    expect(server.usageTotals('s').input).toBe(2000);
  });
});

describe('a fault in an answer that is not streamed', () => {
  const [{ path, ask }] = WIRES;

  it('cuts its body', async () => {
    const server = await start({ s: [{ ...LONG, cut: 'mid-stream' }] });
    await expect(answered(server, path, ask('s', false))).rejects.toThrow('terminated');
  });

  it('garbles its body', async () => {
    const server = await start({ s: [{ ...LONG, garble: true }] });
    const text = await (await post(server, path, ask('s', false))).text();
    expect(() => void JSON.parse(text)).toThrow('JSON');
    nothingServed(server);
  });
});

describe('a delay', () => {
  it('is waited for, and lets others pass', async () => {
    const server = await start({ late: [{ text: 'late', delayMs: 300 }], quick: [LONG] });
    const [{ path, ask }] = WIRES;
    const order: string[] = [];
    const asked = ['late', 'quick'].map(async (script) => {
      await answered(server, path, ask(script, false));
      order.push(script);
    });
    await Promise.all(asked);
    expect(order).toEqual(['quick', 'late']);
  });
});
