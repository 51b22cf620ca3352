import type { AgentManifest } from '../../../ports/agent.ts';
import { movedFiles } from '../moved-files.ts';

/** Of a guarded attempt, in its scratch folder; see `layGuardedHome`. */
export const OWN_HOME = 'kimi-home';

/** What is known of the Kimi Code command line, as data. */
export const MANIFEST: AgentManifest = {
  title: 'Kimi Code',
  binary: 'kimi',
  aliases: ['kimi-code'],
  package: '@moonshot-ai/kimi-code',
  // Older versions keep other records of a session: no `usage.record`, no `subagent.*`.
  minimalVersion: '2.1.0',
  testedVersion: '2.1.0',
  installHint: 'npm install -g @moonshot-ai/kimi-code',
  loginHint: 'Run `kimi login`, or add a provider with an API key to its config.toml.',
  endpoints: ['api.kimi.com', 'auth.kimi.com', 'api.kimi.ai', 'auth.kimi.ai'],
  inside: {
    files: movedFiles('KIMI_CODE_HOME', '.kimi-code', {
      credentials: 'log-in',
      'config.toml': 'settings',
    }),
    variables: ['KIMI_*', 'MOONSHOT_*'],
    baseUrls: ['KIMI_BASE_URL', 'MOONSHOT_BASE_URL'],
    sessions: [
      { under: 'home', path: '.kimi-code/sessions/*/*/agents/*/wire.jsonl' },
      { under: 'home', path: '.kimi-code/sessions' },
      { under: 'home', path: '.kimi-code/session_index.jsonl' },
      { under: 'scratch', path: `${OWN_HOME}/sessions/*/*/agents/*/wire.jsonl` },
      { under: 'scratch', path: `${OWN_HOME}/sessions` },
      { under: 'scratch', path: `${OWN_HOME}/session_index.jsonl` },
    ],
  },
};

/** The oldest Node that its npm package runs on: the script takes the `node` it finds on PATH. */
export const MINIMAL_NODE = '22.19.0';

/** It sends any word on to its provider, so the words that mean something are told apart here. */
export const EFFORTS = ['off', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** Every tool through which a session starts another agent. */
export const DELEGATION_TOOLS = ['Agent', 'AgentSwarm', 'TowerSpawn'] as const;

/** Tools by which a session outlives its work: a planned prompt holds the process open. */
export const STRAY_TOOLS = ['CronCreate', 'CronDelete', 'CronList'] as const;

/**
 * Arguments that are fanin's to give: with others the attempt is not one, cannot be read, or has
 * another profile than the one that says what it may delegate.
 */
export const RESERVED_ARGUMENTS = [
  '--agent',
  '--agent-file',
  '--auto',
  '--auto-approve',
  '--continue',
  '-C',
  '-c',
  '--model',
  '-m',
  '--output-format',
  '--plan',
  '--prompt',
  '-p',
  '--resume',
  '-r',
  '--session',
  '-S',
  '--yes',
  '--yolo',
  '-y',
] as const;
