import type { TokenUsage } from '../../../domain/receipt/receipt.ts';
import { countAt, isRecord, recordAt, textAt, type JsonRecord } from './record.ts';

/** Tokens so far. `exact`: the agent told its totals, and nothing was seen since. */
export interface Reading {
  readonly usage: TokenUsage;
  readonly exact: boolean;
}

/** Adds up what an agent's output tells of tokens. */
export interface UsageMeter {
  /** An answer of the model; null when it tells nothing new. */
  answered(message: JsonRecord): Reading | null;
  /** The totals by model at the end of a turn, sub-agents included; null when there are none. */
  settled(modelUsage: unknown): Reading | null;
}

const NONE: TokenUsage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

/**
 * A meter at zero. An answer comes as one line a content block, each with the same usage, so a
 * message counts once. Its output is not known before the end (the lines carry the figure of the
 * answer's start), so between two ends the input side alone grows.
 */
export function makeUsageMeter(): UsageMeter {
  const seen = new Set<string>();
  let usage = NONE;
  return {
    answered(message) {
      const id = textAt(message, 'id');
      if (id === null || seen.has(id)) return null;
      seen.add(id);
      const answer = inputSide(recordAt(message, 'usage'));
      if (total(answer) === 0) return null;
      usage = add(usage, answer);
      return { usage, exact: false };
    },
    settled(modelUsage) {
      if (!isRecord(modelUsage)) return null;
      const models = Object.values(modelUsage).filter(isRecord);
      if (models.length === 0) return null;
      usage = models.map(modelTotals).reduce(add, NONE);
      return { usage, exact: true };
    },
  };
}

function inputSide(usage: JsonRecord): TokenUsage {
  return {
    input: countAt(usage, 'input_tokens'),
    cacheRead: countAt(usage, 'cache_read_input_tokens'),
    cacheWrite: countAt(usage, 'cache_creation_input_tokens'),
    output: 0,
  };
}

function modelTotals(model: JsonRecord): TokenUsage {
  return {
    input: countAt(model, 'inputTokens'),
    cacheRead: countAt(model, 'cacheReadInputTokens'),
    cacheWrite: countAt(model, 'cacheCreationInputTokens'),
    output: countAt(model, 'outputTokens'),
  };
}

function add(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
  };
}

function total(usage: TokenUsage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
}
