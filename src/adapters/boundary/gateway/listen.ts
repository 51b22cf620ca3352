import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import type { Allowlist } from './allowlist.ts';

/** Makes the sockets in the namespace that this process is in, and hands them to the gateway by the channel. */
export async function listen({ sockets }: Allowlist): Promise<void> {
  const names = createSocket('udp4');
  await new Promise<void>((resolve, reject) => {
    names.once('error', reject);
    names.bind(53, '127.0.0.1', resolve);
  });
  await hand(names);
  for (const [address, port] of sockets) {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, address, resolve);
    });
    await hand(server);
  }
  process.disconnect();
}

type Handed = ReturnType<typeof createServer> | ReturnType<typeof createSocket>;

const hand = (socket: Handed): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.('socket', socket, {}, (error) => {
      socket.close();
      if (error === null) resolve();
      else reject(error);
    });
  });
