import { acpAgent } from '../../../src/adapters/agents/acp/agent.ts';
import type { Dialect } from '../../contract/real-agent.ts';
import { agentProgram } from '../../support/agent-cli.ts';

/** claude-agent-acp, the agent of the Agent Client Protocol that Claude Code is made by. */
export const acpDialect: Dialect = {
  name: 'acp',
  agent: acpAgent({ node: process.execPath }),
  spec: { run: agentProgram('claude-agent-acp'), args: [] },
  prepare: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-fake-local',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // Otherwise it tries ten times, at growing distances.
    CLAUDE_CODE_MAX_RETRIES: '1',
  }),
  write: (path, content) => ({ name: 'Write', input: { file_path: path, content } }),
  shell: (command) => ({ name: 'Bash', input: { command, description: 'do it' } }),
  delegate: (briefs) => ({
    calls: briefs.map((prompt, i) => ({
      name: 'Agent',
      input: { description: `part ${i + 1}`, prompt, run_in_background: false },
    })),
    next: [],
  }),
  loggedOut: { status: 401, error: 'authentication_error', message: 'invalid x-api-key' },
  contextOverflow: {
    status: 400,
    error: 'invalid_request_error',
    message: 'prompt is too long: 300000 tokens > 200000 maximum',
  },
  tellsRecord: false,
};
