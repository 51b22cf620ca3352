import { connect, Socket } from 'node:net';

/** Whoever listens on one of these inside is meant: servers for development take the second one too. */
const ADDRESSES = ['127.0.0.1', '::1'];

/**
 * Runs in an attempt's network: each connection that comes over the channel is put through to the port there. Ends with
 * the one who opened the door.
 */
export function keepDoor(port: number): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (_what, caller) => {
    if (caller instanceof Socket) putThrough(caller, port, ADDRESSES);
  });
  process.send?.('open');
}

function putThrough(caller: Socket, port: number, [host, ...others]: readonly string[]): void {
  if (host === undefined) return void caller.destroy();
  const inside = connect({ host, port, allowHalfOpen: true });
  const refused = (): void => putThrough(caller, port, others);
  inside.once('error', refused);
  inside.once('connect', () => {
    inside.off('error', refused);
    inside.once('error', () => caller.destroy());
    caller.once('error', () => inside.destroy());
    caller.once('close', () => inside.destroy());
    caller.pipe(inside);
    inside.pipe(caller);
  });
  return undefined;
}
