import type { AgentFact, AgentInput } from '../../ports/agent.ts';
import { createDriverOutput, lineCutter } from '../process/driver-output.ts';
import type { DriverOutput } from '../process/driver-output.ts';

/**
 * What an agent's driver and its decoder share. A driver is the program that fanin starts for an
 * agent that cannot do alone what is wanted of it: take messages, answer questions, account for its
 * sub-agents. It runs the agent's own program as a leg, passes its output on as it is, and adds
 * facts of its own as lines `{"fanin": <fact>}`. See docs/adr/0011.
 */
export interface DriverLink {
  readonly output: DriverOutput;
  /** Writes a fact between the agent's own lines. */
  tell(fact: AgentFact): void;
}

/** What a driver is told on its standard input. */
export interface DriverEvents {
  readonly message: (message: Extract<AgentInput, { kind: 'message' }>) => void;
  readonly answer: (answer: Extract<AgentInput, { kind: 'answer' }>) => void;
  /** Somebody wants it to end: pass it on, see the leg out, and end. */
  readonly stop: () => void;
}

/**
 * An input as a driver's standard input takes it. It begins with a line end: an engine that was
 * killed within a long input leaves a part of a line, which must not spoil the next one.
 */
export const driverInput = (input: AgentInput): string => `\n${JSON.stringify(input)}\n`;

/**
 * Opens the link: from now on inputs and signals are told. A message that was given before (the
 * engine may not know whether it had sent it) is not told again.
 */
export function openDriverLink(events: DriverEvents): DriverLink {
  const output = createDriverOutput();
  const seen = new Set<string>();
  const lines = lineCutter((line) => {
    const input = parseInput(line);
    if (input === null) return;
    const key = input.kind === 'message' ? `m ${input.id}` : `a ${input.question}`;
    if (seen.has(key)) return;
    seen.add(key);
    if (input.kind === 'message') events.message(input);
    else events.answer(input);
  });
  process.stdin.on('data', (chunk: Uint8Array) => lines.take(chunk));
  process.stdin.on('end', () => lines.end());
  // The input stays open for as long as the attempt lives; it alone does not keep the driver alive.
  // One that is a file has nothing to let go of.
  if ('unref' in process.stdin) process.stdin.unref();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, events.stop);
  return { output, tell: (fact) => output.record({ fanin: fact }) };
}

/** Ends this process before it has started anything, with the reason as a fact. */
export function refuseToStart(text: string): never {
  const fact: AgentFact = { kind: 'trouble', code: 'agent-failed', text, fatal: true };
  createDriverOutput().record({ fanin: fact });
  process.exit(78);
}

/** The input in a line; null where there is none: an empty line, or a part of one. */
export function parseInput(line: string): AgentInput | null {
  try {
    // Written by `driverInput`.
    return JSON.parse(line) as AgentInput;
  } catch {
    return null;
  }
}
