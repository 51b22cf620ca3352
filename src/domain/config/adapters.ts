/** Every agent adapter, by the name that `use` takes. */
export const ADAPTERS = [
  'claude-code',
  'codex',
  'kimi',
  'opencode',
  'gemini',
  'acp',
  'command',
  'scripted',
] as const;

export type AdapterName = (typeof ADAPTERS)[number];

/** Other words for them that people write. */
export const ADAPTER_ALIASES = {
  claude: 'claude-code',
  'codex-cli': 'codex',
  'kimi-code': 'kimi',
  'gemini-cli': 'gemini',
} as const satisfies Readonly<Record<string, AdapterName>>;
