import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kimiAgent } from '../../../src/adapters/agents/kimi/agent.ts';
import type { Dialect } from '../../contract/real-agent.ts';
import { agentProgram } from '../../support/agent-cli.ts';

/** Kimi Code, with a provider of its config file that is the model server. */
export const kimiDialect: Dialect = {
  name: 'kimi',
  agent: kimiAgent({ node: process.execPath }),
  spec: { run: agentProgram('kimi-code'), model: 'fake/m', args: [] },
  prepare: ({ home, url }) => {
    const own = join(home, '.kimi-code');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'config.toml'), configFor(url));
    return {
      KIMI_DISABLE_TELEMETRY: '1',
      // Otherwise it tries ten times, at growing distances.
      KIMI_LOOP_MAX_ATTEMPTS_PER_STEP: '2',
    };
  },
  write: (path, content) => ({ name: 'Write', input: { path, content } }),
  shell: (command) => ({ name: 'Bash', input: { command } }),
  delegate: (briefs) => ({
    calls: briefs.map((prompt, i) => ({
      name: 'Agent',
      input: { description: `part ${i + 1}`, prompt },
    })),
    next: [],
  }),
  loggedOut: {
    status: 401,
    error: 'invalid_authentication_error',
    message: 'Invalid Authentication',
  },
  contextOverflow: {
    status: 400,
    error: 'invalid_request_error',
    message: 'Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)',
  },
  tellsReasoning: false,
};

const configFor = (url: string): string => `default_model = "fake/m"
telemetry = false

[providers.fake]
type = "kimi"
base_url = "${url}/v1"
api_key = "sk-fake-local"

[models."fake/m"]
provider = "fake"
model = "kimi-fake"
max_context_size = 262144
`;
