import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { offLimits } from '../../../src/adapters/boundary/gateway/off-limits.ts';
import { relay } from '../../../src/adapters/boundary/gateway/relay.ts';

let servers: Server[] = [];
let target: number;
beforeEach(async () => {
  target = await listening((socket) => socket.end('from the host itself'));
});
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

async function listening(serve: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, serve);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** What a caller hears who is put through to `host`, which the name server outside says is at `address`. */
async function ask(host: string, address: string, isOffLimits = offLimits()) {
  const refused: string[] = [];
  const lookUp = ((_name: string, _options: object, done: (...all: unknown[]) => void) =>
    done(null, [{ address, family: 4 }])) as unknown as typeof lookup;
  const put = relay({ isOffLimits, refuse: (name) => refused.push(name), lookUp });
  const port = await listening((caller) => put(caller, host, target));
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('utf8')));
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  return { heard, refused };
}

it('puts a name through', async () => {
  expect(await ask('listed.example', '127.0.0.1', () => false)).toEqual({
    heard: 'from the host itself',
    refused: [],
  });
});

it('leads no name to the host itself, whatever the name server says, and counts it', async () => {
  expect(await ask('listed.example', '127.0.0.1')).toEqual({
    heard: '',
    refused: ['listed.example'],
  });
});

it('takes an address that is listed as such for what it is', async () => {
  expect((await ask('127.0.0.1', '192.0.2.1')).heard).toBe('from the host itself');
});

it('knows other ways to write that address for names', async () => {
  for (const host of ['2130706433', '0x7f000001', '127.1', '0177.0.0.1']) {
    expect((await ask(host, '127.0.0.1')).heard).toBe('');
  }
});
