import type { ModelUsage } from '../../../domain/receipt/agent-fact.ts';
import type { TokenUsage } from '../../../domain/receipt/token-usage.ts';
import { addUsage, NO_TOKENS, totalTokens } from '../../../domain/receipt/token-usage.ts';
import {
  countAt,
  isRecord,
  recordAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';

/**
 * Tokens so far. `models`: the agent told its totals, and nothing was seen since; null: there is
 * more that it has not told.
 */
export interface Reading {
  readonly usage: TokenUsage;
  readonly models: readonly ModelUsage[] | null;
}

/** Adds up what an agent's output tells of tokens. */
export interface UsageMeter {
  /** An answer of the model; null when it tells nothing new. */
  answered(message: JsonRecord): Reading | null;
  /** The totals by model at the end of a turn, sub-agents included; null when there are none. */
  settled(modelUsage: unknown): Reading | null;
}

/**
 * A meter at zero. An answer comes as one line a content block, each with the same usage, so a
 * message counts once. Its output is not known before the end (the lines carry the figure of the
 * answer's start), so between two ends the input side alone grows.
 */
export function makeUsageMeter(): UsageMeter {
  const seen = new Set<string>();
  let usage = NO_TOKENS;
  return {
    answered(message) {
      const id = textAt(message, 'id');
      if (id === null || seen.has(id)) return null;
      seen.add(id);
      const { input, cacheRead, cacheWrite } = answerUsage(recordAt(message, 'usage'));
      const inputSide = { input, cacheRead, cacheWrite, output: 0 };
      if (totalTokens(inputSide) === 0) return null;
      usage = addUsage(usage, inputSide);
      return { usage, models: null };
    },
    settled(modelUsage) {
      const models = modelTotals(modelUsage);
      if (models === null) return null;
      usage = models.map((each) => each.usage).reduce(addUsage, NO_TOKENS);
      return { usage, models };
    },
  };
}

/** The `usage` of one answer. */
export function answerUsage(usage: JsonRecord): TokenUsage {
  return withReasoning(
    {
      input: countAt(usage, 'input_tokens'),
      cacheRead: countAt(usage, 'cache_read_input_tokens'),
      cacheWrite: countAt(usage, 'cache_creation_input_tokens'),
      output: countAt(usage, 'output_tokens'),
    },
    countAt(recordAt(usage, 'output_tokens_details'), 'thinking_tokens'),
  );
}

/** A `modelUsage`: totals by model, of main agent and sub-agents; null when it names no model. */
export function modelTotals(modelUsage: unknown): readonly ModelUsage[] | null {
  if (!isRecord(modelUsage)) return null;
  const totals = new Map<string, TokenUsage>();
  for (const [key, model] of Object.entries(modelUsage)) {
    if (!isRecord(model)) continue;
    // `[1m]` asks for the large context window; it is no part of the service's name.
    const name = key.replace(/\[\w+\]$/, '');
    totals.set(name, addUsage(totals.get(name) ?? NO_TOKENS, totalOf(model)));
  }
  if (totals.size === 0) return null;
  return [...totals].map(([model, usage]) => ({ model, usage }));
}

function totalOf(model: JsonRecord): TokenUsage {
  return withReasoning(
    {
      input: countAt(model, 'inputTokens'),
      cacheRead: countAt(model, 'cacheReadInputTokens'),
      cacheWrite: countAt(model, 'cacheCreationInputTokens'),
      output: countAt(model, 'outputTokens'),
    },
    countAt(model, 'thinkingTokens'),
  );
}

/** The CLI writes a 0 also where its service does not tell. */
const withReasoning = (usage: TokenUsage, reasoning: number): TokenUsage =>
  reasoning === 0 ? usage : { ...usage, reasoning };
