import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { opencodeAgent } from '../../../src/adapters/agents/opencode/agent.ts';
import type { Dialect } from '../../contract/real-agent.ts';
import { agentProgram } from '../../support/agent-cli.ts';

/** opencode, with a provider of its inline config that is the model server. */
export const opencodeDialect: Dialect = {
  name: 'opencode',
  agent: opencodeAgent({ node: process.execPath }),
  spec: { run: agentProgram('opencode'), model: 'fake/fake-model', args: [] },
  prepare: ({ home, url }) => {
    withoutInstall(join(home, '.config', 'opencode'));
    return {
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_CONFIG_CONTENT: JSON.stringify(configFor(url)),
    };
  },
  write: (filePath, content) => ({ name: 'write', input: { filePath, content } }),
  shell: (command) => ({ name: 'bash', input: { command, description: 'run it' } }),
  delegate: (briefs) => ({
    calls: briefs.map((prompt, i) => ({
      name: 'task',
      input: { description: `part ${i + 1}`, prompt, subagent_type: 'general' },
    })),
    next: [],
  }),
  loggedOut: { status: 401, error: 'invalid_api_key', message: 'Incorrect API key provided' },
  contextOverflow: {
    status: 400,
    error: 'context_length_exceeded',
    message: "This model's maximum context length is 200000 tokens.",
  },
};

/** It would install the types of its plugins from the registry, and wait for them. */
function withoutInstall(folder: string): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const dependencies = { '@opencode-ai/plugin': '1.18.33' };
  const lock = { packages: { '': { dependencies } } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
}

const configFor = (url: string) => ({
  provider: {
    fake: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${url}/v1`, apiKey: 'sk-fake-local' },
      models: { 'fake-model': { limit: { context: 200_000, output: 32_000 } } },
    },
  },
  model: 'fake/fake-model',
  small_model: 'fake/fake-model',
});
