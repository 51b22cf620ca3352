import { Socket as NameSocket } from 'node:dgram';
import { Server } from 'node:net';
import type { Socket } from 'node:net';
import type { Allowlist } from './allowlist.ts';
import { answer, readQuestion, TYPE_A } from './dns.ts';
import type { RefusalLog } from '../refusal-log.ts';

/** What the sockets from inside are served with. */
export interface Service {
  readonly allowed: Allowlist;
  readonly log: RefusalLog;
  readonly relay: (caller: Socket, host: string, port: number) => void;
}

/** Serves one socket that was made inside: questions for names, or connections. */
export function serve(socket: unknown, service: Service): void {
  if (socket instanceof NameSocket) serveNames(socket, service);
  if (socket instanceof Server) serveConnections(socket, service);
}

function serveNames(socket: NameSocket, { allowed, log }: Service): void {
  socket.on('error', () => undefined);
  socket.on('message', (packet, { address, port }) => {
    const question = readQuestion(packet);
    if (question === null) return;
    const found = allowed.addressOf(question.name);
    // Whoever asks for A asks for AAAA too, mostly.
    if (found === null && question.type === TYPE_A) log.count(question.name.toLowerCase(), null);
    socket.send(answer(packet, question, found), port, address, () => undefined);
  });
}

function serveConnections(server: Server, { allowed, log, relay }: Service): void {
  Object.assign(server, { allowHalfOpen: true });
  server.on('error', () => undefined);
  server.on('connection', (caller) => {
    const { localAddress = '', localPort = 0 } = caller;
    const name = allowed.nameOf(localAddress);
    if (name !== null && allowed.allows(name, localPort)) return relay(caller, name, localPort);
    log.count(name ?? localAddress, localPort);
    caller.resetAndDestroy();
    return undefined;
  });
}
