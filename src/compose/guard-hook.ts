import { readFileSync } from 'node:fs';
import { answerHook, inProtocol, type HookAnswer } from '../adapters/guard/hook-answer.ts';
import { shellParser } from '../adapters/shell/unbash.ts';

/** The guard's answer for one call; what opencode's plugin calls in its own process. */
export const guardAnswer = (agent: string, config: string, input: string): HookAnswer =>
  answerHook({ agent, config, input, env: process.env, now: Date.now() }, shellParser);

/** Answers the call on standard input, as an agent's hook. Exit code 2 refuses in every protocol. */
export function runHook(agent: string, config: string): number {
  let input: string;
  try {
    input = readFileSync(0, 'utf8');
  } catch {
    input = '';
  }
  const { stdout, exit } = inProtocol(agent, guardAnswer(agent, config, input));
  process.stdout.write(stdout);
  return exit;
}
