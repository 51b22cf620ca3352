import type { LaunchRequest } from '../../ports/agent.ts';

/** The program that answers an agent's hooks, and the node binary that runs it. Absolute paths. */
export interface HookProgram {
  readonly node: string;
  /** Null: there is none, and no agent is watched. */
  readonly hook: string | null;
}

/** How long a hook may take, in s: it is over in a tenth of one, and some agents let a call go on after it. */
export const HOOK_TIMEOUT_S = 60;

/** For agents that count in ms. */
export const HOOK_TIMEOUT_MS = HOOK_TIMEOUT_S * 1_000;

/**
 * The shell command by which the agent asks the guard before each call; null where this attempt has
 * none. Whatever else goes wrong (no node, a crash) exits with 2 and a word on standard error, which
 * refuses the call; without the word the Gemini CLI would let it go on.
 */
export function hookCommand(
  { guard }: Pick<LaunchRequest, 'guard'>,
  agent: string,
  { node, hook }: HookProgram,
): string | null {
  if (guard === undefined || guard === null || hook === null) return null;
  return `${[node, hook, agent, guard].map(quoted).join(' ')} || ${REFUSE}`;
}

/** A word as the shell takes it for one, whatever is in it. */
export const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

const REFUSE = `{ echo "fanin's guard gave no answer, so the call is refused." >&2; exit 2; }`;
