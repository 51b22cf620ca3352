/** Whose records a trace was made from. */
export type TraceSource =
  | 'claude-code'
  | 'codex'
  | 'kimi'
  | 'opencode'
  | 'gemini'
  | 'atif'
  | 'fanin';
