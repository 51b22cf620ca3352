import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SteerCommand, SteerNews, Step } from '../../src/adapters/agents/scripted/script.ts';

/** A scripted agent that has reported to the test. */
export interface SteeredAgent {
  readonly attempt: string;
  readonly task: string;
  readonly n: number;
  readonly pid: number;
  readonly workspace: string;
  /** Settles when the step is done. */
  step(step: Step): Promise<void>;
  /** Opens the gate of this name, whether or not the agent has come to it. */
  go(name: string): void;
  /** Settles when the agent has come to this `waitFor`. */
  waiting(name: string): Promise<void>;
  /** Settles with the next message that the engine sends it. */
  message(): Promise<string>;
  /** Lets it hand in and end; settles when it has hung up. */
  exit(code?: number): Promise<void>;
  /** Settles when it has hung up, however it ended. */
  readonly gone: Promise<void>;
}

/** The test's side of the steering socket. */
export interface Steering {
  /** For the agents' environment: `{ FANIN_STEER: … }`. */
  readonly env: Readonly<Record<string, string>>;
  /** The next agent that reports, or the next one of this task; each is given out once. */
  next(task?: string): Promise<SteeredAgent>;
  close(): Promise<void>;
}

/** Opens a steering socket; `close` ends every agent that is still connected to it. */
export async function openSteering(): Promise<Steering> {
  const folder = mkdtempSync(join(tmpdir(), 'steer-'));
  const path = join(folder, 's');
  const arrivals = queue<SteeredAgent>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    receive(socket, (agent) => arrivals.put(agent));
  });
  await new Promise<void>((resolve) => {
    server.listen(path, resolve);
  });
  return {
    env: { FANIN_STEER: path },
    next: (task) => arrivals.take((agent) => task === undefined || agent.task === task),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function receive(socket: Socket, arrived: (agent: SteeredAgent) => void): void {
  const done = queue<number>();
  const waiting = queue<string>();
  const messages = queue<string>();
  const gone = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  const say = (command: SteerCommand): void => void socket.write(`${JSON.stringify(command)}\n`);
  let steps = 0;
  createInterface({ input: socket }).on('line', (line) => {
    const news = JSON.parse(line) as SteerNews;
    if ('done' in news) done.put(news.done);
    else if ('waiting' in news) waiting.put(news.waiting);
    else if ('message' in news) messages.put(news.message);
    else {
      arrived({
        ...news,
        step: async (step) => {
          steps += 1;
          const mine = steps;
          say({ step });
          await orGone(
            done.take((number) => number === mine),
            gone,
            `step ${mine}`,
          );
        },
        go: (name) => say({ go: name }),
        waiting: async (name) => {
          await orGone(
            waiting.take((each) => each === name),
            gone,
            `to wait for ${name}`,
          );
        },
        message: () =>
          orGone(
            messages.take(() => true),
            gone,
            'a message',
          ),
        exit: async (code = 0) => {
          say({ exit: code });
          await gone;
        },
        gone,
      });
    }
  });
}

async function orGone<T>(awaited: Promise<T>, gone: Promise<void>, what: string): Promise<T> {
  const lost = gone.then(() => {
    throw new Error(`the agent went away before ${what}`);
  });
  return Promise.race([awaited, lost]);
}

/** Values are taken by the first taker that wants them, in whatever order they meet. */
function queue<T>() {
  const values: T[] = [];
  const takers: { readonly wants: (value: T) => boolean; readonly take: (value: T) => void }[] = [];
  return {
    put: (value: T): void => {
      const index = takers.findIndex(({ wants }) => wants(value));
      if (index === -1) values.push(value);
      else takers.splice(index, 1)[0]?.take(value);
    },
    take: (wants: (value: T) => boolean): Promise<T> =>
      new Promise((resolve) => {
        const index = values.findIndex(wants);
        const [value] = index === -1 ? [] : values.splice(index, 1);
        if (value === undefined) takers.push({ wants, take: resolve });
        else resolve(value);
      }),
  };
}
