import { createServer } from 'node:net';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { spawnWithChannel } from '../process/with-channel.ts';
import { insideOf } from './inside.ts';
import type { Inside } from './inside.ts';
import { findTool } from './tools.ts';

/** A port of the host's loopback that leads to one inside. */
export interface OpenPort {
  readonly port: number;
  /** Comes when the attempt has ended or the door was closed. */
  readonly closed: Promise<void>;
  close(): void;
}

/** What a door is made with. */
export interface DoorDeps {
  readonly node: string;
  /** See `gateway/gateway-main`. */
  readonly gateway: string;
}

/**
 * Opens a way from a free port of the host's loopback to `port` inside of what the process `pid` has started. Nothing is
 * added to the inside: a helper of the host's joins its network. Without a network of its own the port is the host's
 * already, and is given back. Codes: `boundary-unusable`.
 */
export async function openPort(
  pid: number,
  port: number,
  deps: DoorDeps,
): Promise<Result<OpenPort, Failure>> {
  const inside = insideOf(pid);
  if (inside === null) return ok(alreadyOpen(port));
  const nsenter = findTool('nsenter');
  if (nsenter === null) return err(failure('boundary-unusable', 'nsenter cannot be found'));
  return makeDoor([...entering(nsenter, inside), deps.node, deps.gateway, '--door', String(port)]);
}

const alreadyOpen = (port: number): OpenPort => ({
  port,
  closed: new Promise(() => undefined),
  close: () => undefined,
});

const entering = (nsenter: string, { pid, ownUsers }: Inside): readonly string[] => [
  nsenter,
  `--net=/proc/${pid}/ns/net`,
  ...(ownUsers ? [`--user=/proc/${pid}/ns/user`, '--preserve-credentials'] : []),
  '--',
];

function makeDoor(argv: readonly string[]): Promise<Result<OpenPort, Failure>> {
  const door = spawnWithChannel(argv);
  // Paused: not a byte is read here, the socket itself is handed over.
  const server = createServer({ pauseOnConnect: true }, (caller) => {
    caller.on('error', () => undefined);
    if (door.connected) door.send('caller', caller);
    else caller.destroy();
  });
  const closed = new Promise<void>((resolve) => {
    door.once('exit', () => {
      server.close();
      resolve();
    });
  });
  const close = (): void => {
    server.close();
    if (door.connected) door.disconnect();
  };
  return new Promise((resolve) => {
    const failed = (): void =>
      resolve(err(failure('boundary-unusable', "the attempt's network cannot be entered")));
    door.once('error', failed);
    door.once('exit', failed);
    door.once('message', () => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
        resolve(ok({ port, closed, close }));
      });
    });
  });
}
