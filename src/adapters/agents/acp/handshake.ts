import { randomUUID } from 'node:crypto';
import type { AgentSpec } from '../../../domain/plan/plan.ts';
import { lineCutter } from '../../process/driver-output.ts';
import { startLeg, type LegEnd } from '../../process/leg.ts';
import { openRpc, type Answer } from './rpc.ts';
import { INITIALIZE } from './session.ts';

/** How an agent answered `initialize`, and how it ended where it did so by itself. */
export interface Greeting {
  readonly answer: Answer;
  readonly end: LegEnd;
  /** The end of what it wrote to its standard error. */
  readonly errors: string;
}

/** From the end of its input to the end of the agent, in ms. */
const PATIENCE_MS = 2_000;

/** Starts an agent, greets it, and ends it; no session is opened. */
export async function greet(
  spec: AgentSpec,
  argv: readonly string[],
  ms: number,
): Promise<Greeting> {
  let errors = '';
  const leg = startLeg({
    // Its sweep must not meet another one's.
    name: `greet-${randomUUID()}`,
    argv,
    cwd: process.cwd(),
    env: { ...process.env, ...spec.env },
    stdin: '',
    keepOpen: true,
    onOutput: (chunk) => lines.take(chunk),
    onErrors: (chunk) => {
      errors = (errors + Buffer.from(chunk).toString('utf8')).slice(-2_000);
    },
  });
  const rpc = openRpc({
    write: (text) => leg.write(text),
    updated: () => undefined,
    permission: () => Promise.resolve({ outcome: { outcome: 'cancelled' } }),
  });
  const lines = lineCutter((line) => rpc.take(line));
  void leg.ended.then(() => rpc.close());
  const answer = await rpc.request('initialize', INITIALIZE, ms);
  // One that did not answer is not asked to go: that it then went would be taken for its own end.
  if (answer.ok) leg.endInput();
  else leg.signal('SIGKILL');
  const timer = setTimeout(() => leg.signal('SIGKILL'), PATIENCE_MS);
  const end = await leg.ended;
  clearTimeout(timer);
  await leg.sweep();
  return { answer, end, errors };
}
