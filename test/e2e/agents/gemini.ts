import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { geminiAgent } from '../../../src/adapters/agents/gemini/agent.ts';
import type { Dialect } from '../../contract/real-agent.ts';
import { agentProgram } from '../../support/agent-cli.ts';

/** The Gemini CLI, with the model server in place of Google's. */
export const geminiDialect: Dialect = {
  name: 'gemini',
  agent: geminiAgent({ node: process.execPath }),
  spec: { run: agentProgram('gemini-cli'), model: 'gemini-2.5-pro', args: [] },
  prepare: ({ home, url }) => {
    mkdirSync(join(home, '.gemini'), { recursive: true });
    writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(SETTINGS));
    return { GEMINI_API_KEY: 'sk-fake-local', GOOGLE_GEMINI_BASE_URL: url };
  },
  write: (path, content) => ({ name: 'write_file', input: { file_path: path, content } }),
  shell: (command) => ({
    name: 'run_shell_command',
    input: { command, description: 'run it' },
  }),
  delegate: (briefs) => ({
    calls: briefs.map((prompt) => ({
      name: 'invoke_agent',
      input: { agent_name: 'generalist', prompt },
    })),
    next: [],
  }),
  finish: (text) => ({ name: 'complete_task', input: { result: { response: text } } }),
  loggedOut: { status: 401, error: 'UNAUTHENTICATED', message: 'API keys are not supported' },
  contextOverflow: {
    status: 400,
    error: 'INVALID_ARGUMENT',
    message:
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  },
};

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  // Otherwise it tries ten times, at growing distances.
  general: { enableAutoUpdate: false, maxAttempts: 2 },
};
