import type { PricedTokens } from '../../../domain/cost/tokens.ts';
import type { TokenUsage } from '../../../domain/receipt/token-usage.ts';
import { addUsage, NO_TOKENS } from '../../../domain/receipt/token-usage.ts';
import { countAt, isRecord, recordAt, type JsonRecord } from '../../../domain/json-record.ts';

/** The tokens of one answer. `requestedLife`: how long cache writes were asked to live, where the record says so. */
export function answerTokens(usage: JsonRecord, requestedLife: string | null): PricedTokens {
  const cacheWrite = countAt(usage, 'cache_creation_input_tokens');
  const lives = recordAt(usage, 'cache_creation');
  const hour = countAt(lives, 'ephemeral_1h_input_tokens');
  const minutes = countAt(lives, 'ephemeral_5m_input_tokens');
  const thinking = countAt(recordAt(usage, 'output_tokens_details'), 'thinking_tokens');
  const life = hour + minutes === cacheWrite ? hour : requestedLife === '5m' ? 0 : null;
  return {
    input: countAt(usage, 'input_tokens'),
    cacheRead: countAt(usage, 'cache_read_input_tokens'),
    cacheWrite,
    output: countAt(usage, 'output_tokens'),
    ...(thinking === 0 ? {} : { reasoning: thinking }),
    ...(life === null ? {} : { cacheWrite1h: Math.min(life, cacheWrite) }),
  };
}

/** The totals of a `cost-state`, over main agent and sub-agents. */
export function statedTokens(modelUsage: JsonRecord): TokenUsage {
  return Object.values(modelUsage)
    .filter(isRecord)
    .map((model) => ({
      input: countAt(model, 'inputTokens'),
      cacheRead: countAt(model, 'cacheReadInputTokens'),
      cacheWrite: countAt(model, 'cacheCreationInputTokens'),
      output: countAt(model, 'outputTokens'),
    }))
    .reduce(addUsage, NO_TOKENS);
}
