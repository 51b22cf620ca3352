/**
 * A fake agent that is a real program: it does what its script says, and what a test tells it.
 *
 * `node agent-main.js <script.json> <task> <n>`. Output: JSON lines, see decoder.ts. Input: JSON
 * lines as the port's `AgentInput`; asked to wrap up, it finishes its step, hands in and ends. With FANIN_STEER
 * (a unix socket) it reports there and takes commands; without steps of its own it then does
 * nothing else until it is told to exit.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { WRAP_UP } from '../../../domain/attempt/input.ts';
import { parseInput } from '../driver-link.ts';
import { carryOut } from './carry-out.ts';
import { stepsOf } from './script.ts';
import type { Script, SteerCommand, SteerNews, Step } from './script.ts';
import { emit, finish, tellFact } from './session.ts';
import type { Session } from './session.ts';

/** Exit codes of its own, apart from those of `crash`. */
const EXIT = { noSteps: 64, stepFailed: 65, steeringLost: 70 } as const;

const [scriptFile = '', task = '', n = ''] = process.argv.slice(2);
await main();

async function main(): Promise<void> {
  const steps = stepsOf(readScript(scriptFile), task, n);
  const steering = await openSteering(process.env['FANIN_STEER']);
  const open = openSession(steering);
  const { session, steered } = open;
  emit({ type: 'hello', version: '1', model: 'scripted', session: attempt() });
  listenForInput(open);
  if (steps === null && steering === null) {
    process.stderr.write(`${scriptFile} has no steps for ${task}#${n}\n`);
    process.exit(EXIT.noSteps);
  }
  let wrapUp = false;
  void session.wrapUp.then(() => (wrapUp = true));
  for (const step of steps ?? []) {
    await doStep(step, session);
    if (wrapUp) finish(session, 0);
  }
  if (steps !== null || steering === null) finish(session, 0);
  await session.wrapUp;
  await steered();
  finish(session, 0);
}

function readScript(file: string): Script {
  return JSON.parse(readFileSync(file, 'utf8')) as Script;
}

function attempt(): string {
  return process.env['FANIN_ATTEMPT'] ?? `${task}-${n}`;
}

async function doStep(step: Step, session: Session): Promise<void> {
  try {
    await carryOut(step, session);
  } catch (error) {
    emit({
      type: 'say',
      text: `failed: ${error instanceof Error ? error.message : String(error)}`,
    });
    finish(session, EXIT.stepFailed);
  }
}

function openSession(steering: Socket | null) {
  const gates = new Map<string, PromiseWithResolvers<string>>();
  const gate = (name: string): PromiseWithResolvers<string> => {
    const known = gates.get(name) ?? Promise.withResolvers<string>();
    gates.set(name, known);
    return known;
  };
  const wrapUp = Promise.withResolvers<void>();
  const handoffFile = process.env['FANIN_HANDOFF'];
  const session: Session = {
    workspace: process.cwd(),
    folder: process.env['FANIN_ATTEMPT_FOLDER'] ?? dirname(handoffFile ?? process.cwd()),
    handoffFile,
    claims: [],
    skipped: [],
    risks: [],
    usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 },
    ignoresMessages: false,
    wrapUp: wrapUp.promise,
    answer: (question) => gate(`answer ${question}`).promise,
    gate: async (name) => void (await gate(name).promise),
    tell: (news) => tell(steering, news),
  };
  const steered = obey(steering, session, (name) => gate(name).resolve(''));
  const answered = (question: string, choice: string): void =>
    gate(`answer ${question}`).resolve(choice);
  return { session, askToWrapUp: wrapUp.resolve, answered, steered };
}

/** Told to come to an end, it does; anything else it only takes note of. */
function listenForInput({ session, askToWrapUp, answered }: ReturnType<typeof openSession>): void {
  const seen = new Set<string>();
  createInterface({ input: process.stdin }).on('line', (line) => {
    const input = parseInput(line);
    if (input === null) return;
    if (input.kind === 'answer') return answered(input.question, input.choice);
    if (seen.has(input.id)) return;
    seen.add(input.id);
    session.tell({ message: input.text });
    tellFact({ kind: 'message', id: input.id, way: 'mid-turn' });
    if (input.id === WRAP_UP && !session.ignoresMessages) askToWrapUp();
  });
}

function openSteering(path: string | undefined): Promise<Socket | null> {
  if (path === undefined || path === '') return Promise.resolve(null);
  return new Promise((resolve) => {
    const socket = connect(path, () => resolve(socket));
    // A test that is over leaves nothing behind.
    socket.on('error', () => process.exit(EXIT.steeringLost));
    socket.on('close', () => process.exit(EXIT.steeringLost));
  });
}

/** Takes commands, one after the other; the returned function waits for those under way. */
function obey(
  steering: Socket | null,
  session: Session,
  go: (name: string) => void,
): () => Promise<void> {
  if (steering === null) return () => Promise.resolve();
  const { workspace } = session;
  tell(steering, { attempt: attempt(), task, n: Number(n), pid: process.pid, workspace });
  let done = 0;
  let queue = Promise.resolve();
  const follow = async (before: Promise<void>, command: SteerCommand): Promise<void> => {
    await before;
    if ('exit' in command) finish(session, command.exit);
    if (!('step' in command)) return;
    await doStep(command.step, session);
    done += 1;
    tell(steering, { done });
  };
  createInterface({ input: steering }).on('line', (line) => {
    const command = JSON.parse(line) as SteerCommand;
    // A gate is opened at once: the step before it may be waiting for that.
    if ('go' in command) go(command.go);
    else queue = follow(queue, command);
  });
  return () => queue;
}

function tell(steering: Socket | null, news: SteerNews): void {
  steering?.write(`${JSON.stringify(news)}\n`);
}
