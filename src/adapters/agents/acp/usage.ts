import type { AgentFact, ModelUsage } from '../../../domain/receipt/agent-fact.ts';

import {
  addUsage,
  NO_TOKENS,
  totalTokens,
  type TokenUsage,
} from '../../../domain/receipt/token-usage.ts';
import {
  countAt,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';

/** Adds up what the answers to prompts tell of tokens. */
export interface UsageMeter {
  /** The answer to a `session/prompt`. */
  turn(result: JsonRecord): readonly AgentFact[];
}

/**
 * Nothing used yet. The protocol leaves open whether tokens are told, of which requests, and
 * whether with sub-agents: the sums are "at least". No agent was seen that tells those of a turn
 * that was cancelled.
 */
export function makeUsageMeter(): UsageMeter {
  let sum = NO_TOKENS;
  let models: readonly ModelUsage[] = [];
  return {
    turn(result) {
      const byModel = turnByModel(result);
      const used = byModel.length > 0 ? sumOf(byModel) : turnUsage(result);
      if (used === null) return [];
      sum = addUsage(sum, used);
      models = byModel.reduce(withModel, models);
      const all = totalTokens(sumOf(models)) === totalTokens(sum) ? { models } : {};
      return [{ kind: 'usage', usage: sum, ...all, lowerBound: true }];
    },
  };
}

const sumOf = (models: readonly ModelUsage[]): TokenUsage =>
  models.reduce((all, { usage }) => addUsage(all, usage), NO_TOKENS);

const withModel = (
  models: readonly ModelUsage[],
  { model, usage }: ModelUsage,
): readonly ModelUsage[] => {
  const before = models.find((each) => each.model === model)?.usage ?? NO_TOKENS;
  const others = models.filter((each) => each.model !== model);
  return [...others, { model, usage: addUsage(before, usage) }];
};

/**
 * As claude-agent-acp tells it: titles and sub-agents too, but for what those did after their
 * parent went on. Empty for others.
 */
function turnByModel(result: JsonRecord): readonly ModelUsage[] {
  const quota = recordAt(recordAt(result, '_meta'), 'quota');
  return recordsAt(quota, 'model_usage').flatMap((each) => {
    const count = recordAt(each, 'token_count');
    if (!('cachedInputTokens' in count)) return [];
    const usage = {
      input: countAt(count, 'inputTokens'),
      cacheRead: countAt(count, 'cachedInputTokens'),
      cacheWrite: countAt(count, 'cachedWriteTokens'),
      output: countAt(count, 'outputTokens'),
    };
    return [{ model: textAt(each, 'model'), usage }];
  });
}

/** What the answer tells of one turn; null when it tells nothing. */
function turnUsage(result: JsonRecord): TokenUsage | null {
  if ('usage' in result) return plainUsage(recordAt(result, 'usage'));
  const quota = recordAt(recordAt(result, '_meta'), 'quota');
  if (!('token_count' in quota)) return null;
  const count = recordAt(quota, 'token_count');
  // Gemini CLI: what came from the cache is part of the input, and thoughts are left out.
  const [input, output] = [countAt(count, 'input_tokens'), countAt(count, 'output_tokens')];
  return { input, cacheRead: 0, cacheWrite: 0, output };
}

/** As the protocol has it: whether thoughts are part of the output, the total tells. */
function plainUsage(usage: JsonRecord): TokenUsage {
  const input = countAt(usage, 'inputTokens');
  const cacheRead = countAt(usage, 'cachedReadTokens');
  const cacheWrite = countAt(usage, 'cachedWriteTokens');
  const output = countAt(usage, 'outputTokens');
  const reasoning = countAt(usage, 'thoughtTokens');
  const apart = countAt(usage, 'totalTokens') - (input + cacheRead + cacheWrite + output);
  const all = apart === reasoning ? output + reasoning : output;
  const sum = { input, cacheRead, cacheWrite, output: all };
  return reasoning === 0 ? sum : { ...sum, reasoning };
}
