import { claudeCodeAgent } from '../../../src/adapters/agents/claude-code/agent.ts';
import type { Dialect } from '../../contract/real-agent.ts';
import { agentProgram } from '../../support/agent-cli.ts';

/** The real Claude Code. */
export const claudeDialect: Dialect = {
  name: 'claude-code',
  agent: claudeCodeAgent({ node: process.execPath }),
  spec: { run: agentProgram('claude-code'), model: 'claude-sonnet-4-5', args: [] },
  prepare: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-fake-local',
    // Ten times, with growing pauses, by default.
    CLAUDE_CODE_MAX_RETRIES: '1',
    // Nothing but the scripted model is talked to.
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
  }),
  write: (path, content) => ({ name: 'Write', input: { file_path: path, content } }),
  shell: (command) => ({ name: 'Bash', input: { command, description: 'x' } }),
  delegate: (briefs) => ({
    calls: briefs.map((prompt, i) => ({
      name: 'Agent',
      input: { description: `Part ${i + 1}`, prompt, run_in_background: false },
    })),
    next: [],
  }),
  loggedOut: { status: 401, error: 'authentication_error', message: 'invalid x-api-key' },
  contextOverflow: {
    status: 400,
    error: 'invalid_request_error',
    message: 'prompt is too long: 250000 tokens > 200000 maximum',
  },
};
