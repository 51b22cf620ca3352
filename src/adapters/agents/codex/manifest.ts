import type { AgentManifest } from '../../../ports/agent.ts';
import { movedFiles } from '../moved-files.ts';

/** What is known of the Codex command line, as data. */
export const MANIFEST: AgentManifest = {
  title: 'Codex',
  binary: 'codex',
  aliases: ['openai-codex'],
  package: '@openai/codex',
  // The app server is marked experimental: an older one's words were not seen to be what is read here.
  minimalVersion: '0.171.0',
  testedVersion: '0.171.0',
  installHint: 'npm install -g @openai/codex',
  loginHint: 'Run `codex login`, or configure a model provider with a key of its own.',
  endpoints: ['api.openai.com', 'chatgpt.com', 'auth.openai.com'],
  inside: {
    files: movedFiles('CODEX_HOME', '.codex', {
      'auth.json': 'log-in',
      'config.toml': 'settings',
      'AGENTS.md': 'settings',
    }),
    variables: ['OPENAI_*', 'CODEX_API_KEY'],
    baseUrls: ['OPENAI_BASE_URL'],
    // Threads of sub-agents lie beside those that started them.
    sessions: [
      { under: 'home', path: '.codex/sessions' },
      { under: 'home', path: '.codex/archived_sessions' },
    ],
  },
};

/** Efforts of the models in the CLI's catalogue; not every model has each. */
export const EFFORTS = [
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
  'ultra',
] as const;

/** Settings by which a session would go around its sandbox; a point stands for what is below. */
export const SANDBOX_SETTINGS = [
  'approval_policy',
  'approvals_reviewer',
  'default_permissions',
  'permissions',
  'sandbox_mode',
  'sandbox_workspace_write',
] as const;

/** Settings that are fanin's to give: with others the receipt would be wrong. */
export const RESERVED_SETTINGS = [
  'agents',
  'features.multi_agent',
  'features.multi_agent_v2',
  'model',
  'model_reasoning_effort',
] as const;

/** Part of the sandbox's settings, and yet a person's to decide: nothing is written through it. */
export const OPEN_SETTINGS = ['sandbox_workspace_write.network_access'] as const;

/** Options that take a value of the form `key=value`. */
export const CONFIG_OPTIONS = ['-c', '--config'] as const;

/** Options that take the name of a feature. */
export const FEATURE_OPTIONS = ['--enable', '--disable'] as const;

/** Records that are many and tell nothing that a receipt holds; the server is asked to leave them out. */
export const NOT_WANTED = [
  'account/rateLimits/updated',
  'command/exec/outputDelta',
  'item/agentMessage/delta',
  'item/commandExecution/outputDelta',
  'item/commandExecution/terminalInteraction',
  'item/fileChange/outputDelta',
  'item/fileChange/patchUpdated',
  'item/mcpToolCall/progress',
  'item/plan/delta',
  'item/reasoning/summaryPartAdded',
  'item/reasoning/summaryTextDelta',
  'item/reasoning/textDelta',
  'process/outputDelta',
  'turn/diff/updated',
] as const;
