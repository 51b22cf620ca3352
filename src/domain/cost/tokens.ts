import type { TokenUsage } from '../receipt/token-usage.ts';

/** Tokens by kind, as far as prices tell kinds apart. */
export interface PricedTokens extends TokenUsage {
  /**
   * How many of `cacheWrite` were written to live for an hour, at most all. Absent: the agent does not say, so
   * where that has its own price, the cost is known only from below.
   */
  readonly cacheWrite1h?: number;
}

/** Tokens that a model was charged for. */
export interface Spent {
  /** Null when the agent does not name the model. */
  readonly model: string | null;
  readonly tokens: PricedTokens;
  /** One request to the model, or the sum of several, whose sizes are not known. */
  readonly of: 'request' | 'total';
}

/** The input side of a request: what its tier is decided by. */
export const inputSide = ({ input, cacheRead, cacheWrite }: TokenUsage): number =>
  input + cacheRead + cacheWrite;

/** Whether there are no tokens of any kind. */
export const isNone = ({ input, cacheRead, cacheWrite, output }: TokenUsage): boolean =>
  [input, cacheRead, cacheWrite, output].every((count) => count === 0);
