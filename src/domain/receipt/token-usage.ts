/** Tokens by kind. `input` is without what came from or went to the cache; `output` includes reasoning. */
export interface TokenUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  /** The part of `output` that was reasoning, where the agent says so. */
  readonly reasoning?: number;
}

/** No tokens. */
export const NO_TOKENS: TokenUsage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

/** Both together. `reasoning` is known of the sum as soon as it is known of a part. */
export const addUsage = (a: TokenUsage, b: TokenUsage): TokenUsage => {
  const sum = {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
  };
  return a.reasoning === undefined && b.reasoning === undefined
    ? sum
    : { ...sum, reasoning: (a.reasoning ?? 0) + (b.reasoning ?? 0) };
};

/** All kinds together; `reasoning` is part of the output. */
export const totalTokens = ({ input, cacheRead, cacheWrite, output }: TokenUsage): number =>
  input + cacheRead + cacheWrite + output;
