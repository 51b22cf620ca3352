/**
 * A small agent of the Agent Client Protocol for tests: `node acp-agent-main.ts <script.json>`.
 * The script is a list of turns, each a list of steps that are done one after the other; a step is a
 * line to write as it is (`raw`), an update of the session, a question, or a way to misbehave.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** One thing that the agent does within a turn. */
export type AcpStep =
  | { readonly update: Readonly<Record<string, unknown>> }
  | { readonly raw: string }
  /** Asks for leave, waits for the answer, and notes it in the journal. */
  | { readonly ask: Readonly<Record<string, unknown>> }
  /** Asks the client for something else, and notes the answer. */
  | { readonly request: string; readonly params: Readonly<Record<string, unknown>> }
  /** Waits until the turn is cancelled. */
  | { readonly wait: 'cancel' }
  /** Writes an update with this many characters. */
  | { readonly flood: number }
  | { readonly exit: number }
  | { readonly say: string }
  /** Ends the turn so; the default is `end_turn`. */
  | { readonly stop: string }
  | { readonly fail: Readonly<Record<string, unknown>> };

/** What the agent is to do. `journal`: where it notes each message that it gets. */
export interface AcpScript {
  readonly journal: string;
  readonly turns: readonly (readonly AcpStep[])[];
  /** In place of what it says of itself: `null` is nothing at all. */
  readonly initialize?: Readonly<Record<string, unknown>> | null;
  readonly session?: Readonly<Record<string, unknown>>;
  /** Ends a cancelled turn only at the second cancellation. */
  readonly deafOnce?: true;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

const script = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as AcpScript;
const waiting = new Map<string, (message: Message) => void>();
let turn = 0;
let asked = 0;
let deaf = script.deafOnce === true;
let cancelled: () => void = () => undefined;

createInterface({ input: process.stdin }).on('line', (line) => {
  appendFileSync(script.journal, `${line}\n`);
  const message = JSON.parse(line) as Message;
  if (message.method === undefined) waiting.get(String(message.id))?.(message);
  else void hear(message.method, message);
});

async function hear(method: string, { id }: Message): Promise<void> {
  switch (method) {
    case 'initialize': {
      const own = { protocolVersion: 1, agentInfo: { name: 'test', version: '1.2.3' } };
      if (script.initialize !== null) send({ id, result: script.initialize ?? own });
      return;
    }
    case 'session/new':
      send({ id, result: { sessionId: 's1', ...script.session } });
      return;
    case 'session/prompt':
      send({ id, ...(await carryOut(script.turns[turn++] ?? [])) });
      return;
    case 'session/cancel':
      if (!deaf) cancelled();
      deaf = false;
      return;
    default:
      if (id !== undefined) send({ id, result: {} });
  }
}

async function carryOut(steps: readonly AcpStep[]): Promise<object> {
  const ended = new Promise<void>((resolve) => (cancelled = resolve));
  for (const step of steps) {
    if ('stop' in step) return { result: { stopReason: step.stop } };
    if ('fail' in step) return { error: step.fail };
    if ('wait' in step) {
      await ended;
      return { result: { stopReason: 'cancelled' } };
    }
    await doStep(step);
  }
  return { result: { stopReason: 'end_turn' } };
}

async function doStep(step: AcpStep): Promise<void> {
  if ('exit' in step) process.exit(step.exit);
  if ('raw' in step) process.stdout.write(`${step.raw}\n`);
  if ('say' in step) update(chunk(step.say));
  if ('update' in step) update(step.update);
  if ('flood' in step) update(chunk('x'.repeat(step.flood)));
  if ('ask' in step) await request('session/request_permission', { sessionId: 's1', ...step.ask });
  if ('request' in step) await request(step.request, { sessionId: 's1', ...step.params });
}

const chunk = (text: string) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});

const update = (what: object): void =>
  send({ method: 'session/update', params: { sessionId: 's1', update: what } });

function request(method: string, params: object): Promise<Message> {
  asked += 1;
  const id = `a${asked}`;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    send({ id, method, params });
  });
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}
