import type { PriceRow } from '../price.ts';

/** USD per million tokens above so many input tokens: input, output, cache read, cache write, for 1 h. */
export type TierLine = readonly [
  aboveInputTokens: number,
  input: number,
  output: number,
  cacheRead: number | null,
  cacheWrite: number | null,
  cacheWrite1h?: number,
];

/** A price on one line: input, output, cache read, cache write; then what not every model has. */
export type RowLine = readonly [
  model: string,
  input: number,
  output: number,
  cacheRead: number | null,
  cacheWrite: number | null,
  more?: {
    readonly cacheWrite1h?: number;
    readonly aliases?: readonly string[];
    readonly tier?: TierLine;
  },
];

/** The rows of one provider that were read in the same sources. */
export const rowsFrom = (
  provider: string,
  sources: readonly string[],
  lines: readonly RowLine[],
): readonly PriceRow[] =>
  lines.map(([model, input, output, cacheRead, cacheWrite, more = {}]) => ({
    model,
    provider,
    aliases: more.aliases ?? [],
    sources,
    input,
    output,
    cacheRead,
    cacheWrite,
    ...(more.cacheWrite1h === undefined ? {} : { cacheWrite1h: more.cacheWrite1h }),
    ...(more.tier === undefined ? {} : { tiers: [tierFrom(more.tier)] }),
  }));

const tierFrom = ([above, input, output, cacheRead, cacheWrite, cacheWrite1h]: TierLine) => ({
  aboveInputTokens: above,
  input,
  output,
  cacheRead,
  cacheWrite,
  ...(cacheWrite1h === undefined ? {} : { cacheWrite1h }),
});
