import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codexAgent } from '../../../src/adapters/agents/codex/agent.ts';
import type { Dialect } from '../../contract/real-agent.ts';
import { agentProgram } from '../../support/agent-cli.ts';
import type { CustomCall } from '../../rig/script.ts';

/** The models whose names decide which tools Codex offers. */
export const CODEX_MODELS = {
  /** One tool that takes JavaScript, and the second generation of sub-agents. */
  codeMode: 'gpt-6.2-sol',
  /** A name that the catalogue does not have: plain tools, the first generation of sub-agents. */
  plain: 'gpt-5.2-codex',
} as const;

/** Codex as its newer models drive it: with code. */
export const codexDialect: Dialect = {
  name: 'codex',
  agent: codexAgent({ node: process.execPath }),
  spec: { run: agentProgram('codex'), model: CODEX_MODELS.codeMode, args: [] },
  prepare: prepareCodex,
  write: (path, content) =>
    code(`await tools.apply_patch(${JSON.stringify(patch(path, content))})`),
  shell: (command) => code(`await tools.exec_command(${JSON.stringify({ cmd: command })})`),
  delegate: (briefs) => ({
    calls: briefs.map((message, i) => ({
      name: 'spawn_agent',
      namespace: 'collaboration',
      input: { task_name: `part_${i}`, message, fork_turns: 'none' },
    })),
    // A wait ends with the next thing that a sub-agent says; one may hear both.
    next: briefs.map(() => ({
      name: 'wait_agent',
      namespace: 'collaboration',
      input: { timeout_ms: 10_000 },
    })),
  }),
  loggedOut: { status: 401, error: 'invalid_api_key', message: 'Incorrect API key provided' },
  contextOverflow: {
    status: 400,
    error: 'context_length_exceeded',
    message: 'Your input exceeds the context window of this model.',
  },
};

/** A provider of its own, with a fake key; one retry, so that a fault that stays is told soon. */
export function prepareCodex({
  home,
  url,
}: {
  readonly home: string;
  readonly url: string;
}): Readonly<Record<string, string>> {
  const folder = join(home, '.codex');
  mkdirSync(folder, { recursive: true });
  const config = [
    'model_provider = "fake"',
    '[analytics]',
    'enabled = false',
    '[model_providers.fake]',
    'name = "fake"',
    `base_url = "${url}/v1"`,
    'env_key = "FAKE_KEY"',
    'wire_api = "responses"',
    'request_max_retries = 1',
    'stream_max_retries = 1',
  ];
  writeFileSync(join(folder, 'config.toml'), `${config.join('\n')}\n`);
  return { CODEX_HOME: folder, FAKE_KEY: 'sk-fake-local' };
}

const code = (expression: string): CustomCall => ({
  name: 'exec',
  custom: true,
  namespace: 'functions',
  input: `text(${expression});`,
});

const patch = (path: string, content: string): string =>
  [
    '*** Begin Patch',
    `*** Add File: ${path}`,
    ...content
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `+${line}`),
    '*** End Patch',
    '',
  ].join('\n');
