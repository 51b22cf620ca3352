import type { TokenUsage } from '../../../domain/receipt/token-usage.ts';
import {
  countAt,
  isRecord,
  recordAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import type { Standing, ThreadState } from './thread-state.ts';

/** Codex's input has the cache's part in it. */
export function tokensOf(usage: JsonRecord): TokenUsage {
  const cacheRead = countAt(usage, 'cached_input_tokens');
  const cacheWrite = countAt(usage, 'cache_write_input_tokens');
  const reasoning = countAt(usage, 'reasoning_output_tokens');
  return {
    input: Math.max(0, countAt(usage, 'input_tokens') - cacheRead - cacheWrite),
    cacheRead,
    cacheWrite,
    output: countAt(usage, 'output_tokens'),
    ...(reasoning === 0 ? {} : { reasoning }),
  };
}

/** `token_usage_record`: one answered request. */
export function takeUsageRecord(
  thread: ThreadState,
  { at, evidence }: Standing,
  payload: JsonRecord,
): void {
  const { builder } = thread.session;
  if (textAt(payload, 'thread_id') !== thread.agent) {
    builder.notes.count('repeatedRecords');
    return;
  }
  thread.counted = true;
  const id = textAt(payload, 'response_id') ?? `${evidence.file}:${evidence.line}`;
  builder.request(`${thread.agent} ${id}`, {
    agent: thread.agent,
    at,
    evidence,
    model: thread.model,
    usage: tokensOf(recordAt(payload, 'usage')),
    of: 'request',
    stop: 'unknown',
  });
}

/**
 * `token_count`: the running totals of a thread. Older versions have nothing else; the same record can come twice, and
 * a fork's begin where its parent's were. What was added since the one before is a request.
 */
export function takeTokenCount(
  thread: ThreadState,
  standing: Standing,
  payload: JsonRecord,
  copied: boolean,
): void {
  const info = payload['info'];
  if (!isRecord(info)) return;
  const total = recordAt(info, 'total_token_usage');
  const sum = countAt(total, 'total_tokens');
  const grown = sum !== thread.total;
  thread.total = sum;
  if (copied || !grown || sum === 0) return;
  const { builder } = thread.session;
  const { at, evidence } = standing;
  if (!thread.isFork)
    builder.stated({
      of: 'agent',
      agent: thread.agent,
      usage: tokensOf(total),
      usd: null,
      evidence,
    });
  if (thread.counted) return;
  builder.request(`${thread.agent} ${evidence.file}:${evidence.line}`, {
    agent: thread.agent,
    at,
    evidence,
    model: thread.model,
    usage: tokensOf(recordAt(info, 'last_token_usage')),
    of: 'request',
    stop: 'unknown',
  });
}
