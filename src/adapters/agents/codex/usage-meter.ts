import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import type { TokenUsage } from '../../../domain/receipt/token-usage.ts';
import { countAt, recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';

/**
 * Tokens as Codex tells them, in the one form: its input includes the cache's part. `keys`: the names
 * are not the same on the wire and in the session's files.
 */
export function tokensOf(record: JsonRecord, keys: TokenKeys): TokenUsage {
  const cacheRead = countAt(record, keys.cacheRead);
  const cacheWrite = countAt(record, keys.cacheWrite);
  return {
    input: Math.max(0, countAt(record, keys.input) - cacheRead - cacheWrite),
    cacheRead,
    cacheWrite,
    output: countAt(record, keys.output),
    reasoning: countAt(record, keys.reasoning),
  };
}

/** What the kinds of tokens are called. */
export type TokenKeys = Readonly<
  Record<'input' | 'cacheRead' | 'cacheWrite' | 'output' | 'reasoning', string>
>;

/** In the app server's records. */
export const WIRE_KEYS: TokenKeys = {
  input: 'inputTokens',
  cacheRead: 'cachedInputTokens',
  cacheWrite: 'cacheWriteInputTokens',
  output: 'outputTokens',
  reasoning: 'reasoningOutputTokens',
};

/** In the files of a session. */
export const FILE_KEYS: TokenKeys = {
  input: 'input_tokens',
  cacheRead: 'cached_input_tokens',
  cacheWrite: 'cache_write_input_tokens',
  output: 'output_tokens',
  reasoning: 'reasoning_output_tokens',
};

/** Tells each answered request once. */
export interface UsageMeter {
  /** The model of a thread, as soon as it is known. */
  models(thread: string, model: string): void;
  /** `thread/tokenUsage/updated`. `root`: the session's own thread, or null before it is known. */
  updated(params: JsonRecord, root: string | null): readonly AgentFact[];
}

/** A meter at zero. A record may be told again (a thread that is gone on with), so only a changed total counts. */
export function makeUsageMeter(): UsageMeter {
  const totals = new Map<string, number>();
  const models = new Map<string, string>();
  return {
    models: (thread, model) => void models.set(thread, model),
    updated(params, root) {
      const thread = textAt(params, 'threadId') ?? '';
      const usage = recordAt(params, 'tokenUsage');
      const total = countAt(recordAt(usage, 'total'), 'totalTokens');
      if (total === 0 || totals.get(thread) === total) return [];
      totals.set(thread, total);
      return [
        {
          kind: 'request',
          sub: root !== null && thread !== root,
          model: models.get(thread) ?? null,
          usage: tokensOf(recordAt(usage, 'last'), WIRE_KEYS),
        },
      ];
    },
  };
}
