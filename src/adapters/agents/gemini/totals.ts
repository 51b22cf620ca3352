import type { AgentFact, ModelUsage } from '../../../domain/receipt/agent-fact.ts';
import {
  addUsage,
  NO_TOKENS,
  totalTokens,
  type TokenUsage,
} from '../../../domain/receipt/token-usage.ts';
import { countAt, isRecord, recordAt, type JsonRecord } from '../../../domain/json-record.ts';

/** The tokens of one run of the CLI by its own sum, sub-agents and helper requests included. */
export function statsTotal(stats: JsonRecord): TokenUsage {
  return Object.values(recordAt(stats, 'models'))
    .filter((model) => isRecord(model))
    .map((model) => usageOf(model))
    .reduce(addUsage, NO_TOKENS);
}

/**
 * Totals so far where the CLI's own sums hold more than the requests in its files: it also asks
 * models for its own ends (which model to take, whether it goes in circles), and keeps no record of
 * that. `legs`: the CLI's sums; `requests`: all recorded ones.
 */
export function unrecorded(
  legs: readonly TokenUsage[],
  requests: readonly ModelUsage[],
): readonly AgentFact[] {
  const usage = legs.reduce(addUsage, NO_TOKENS);
  return totalTokens(usage) > totalTokens(sumOf(requests)) ? [{ kind: 'usage', usage }] : [];
}

/** The tokens of some requests. */
export const sumOf = (requests: readonly ModelUsage[]): TokenUsage =>
  requests.map(({ usage }) => usage).reduce(addUsage, NO_TOKENS);

/** `input_tokens` has the cached ones in it, `output_tokens` lacks the thoughts, which `total_tokens` has. */
function usageOf(model: JsonRecord): TokenUsage {
  const cacheRead = countAt(model, 'cached');
  const prompt = countAt(model, 'input_tokens');
  const output = Math.max(countAt(model, 'total_tokens') - prompt, countAt(model, 'output_tokens'));
  return {
    input: Math.max(0, prompt - cacheRead),
    cacheRead,
    cacheWrite: 0,
    output,
    reasoning: output - countAt(model, 'output_tokens'),
  };
}
