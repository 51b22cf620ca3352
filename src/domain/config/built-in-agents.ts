import type { WrittenAgent } from './written-config.ts';

/** Agents that are there without a word in the config: those whose program needs no telling. */
export const BUILT_IN_AGENTS: Readonly<Record<string, WrittenAgent>> = {
  claude: { use: 'claude-code' },
  codex: { use: 'codex' },
  kimi: { use: 'kimi' },
  opencode: { use: 'opencode' },
  gemini: { use: 'gemini' },
};
