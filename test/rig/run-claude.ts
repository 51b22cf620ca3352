import { randomUUID } from 'node:crypto';
import { TAG_VARIABLE } from '../../src/adapters/process/sweep.ts';
import { startAgent, type AgentEnd, type AgentRun, type AgentSession } from './run-agent.ts';

export { decodeAll } from './run-agent.ts';

/** How a launch of Claude Code is carried out in a test: with a fake key. */
export interface ClaudeRun extends AgentRun {
  /** The model server's URL. */
  readonly url: string;
}

/** A session that was started. */
export type ClaudeSession = AgentSession;

/** How a session ended, and all it printed. */
export type ClaudeEnd = AgentEnd;

/** Starts the real CLI against a scripted model. */
export function startClaude({ url, ...run }: ClaudeRun): Promise<ClaudeSession> {
  const env = {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-fake-local',
    // Nothing but the scripted model is talked to.
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    // Its driver ends what carries its tag; without a supervisor all would have the same.
    [TAG_VARIABLE]: `test/${randomUUID()}`,
    ...run.env,
  };
  return startAgent({ ...run, env });
}
