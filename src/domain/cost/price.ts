/**
 * What a million tokens of each kind cost, in USD. Null: no source names a price for this kind, so
 * tokens of it have no known cost (which is not the same as costing nothing).
 */
export interface Rates {
  /** Input that was neither read from the cache nor written to it. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number | null;
  /** Writes that live for the provider's standard time (5 minutes at Anthropic). */
  readonly cacheWrite: number | null;
  /** Writes that were asked to live for an hour; absent: they cost what other writes cost. */
  readonly cacheWrite1h?: number | null;
}

/** Rates of a whole request, output included, once its input side is larger than `aboveInputTokens`. */
export interface Tier extends Rates {
  readonly aboveInputTokens: number;
}

/** The price of one model. `tiers` ascend by `aboveInputTokens`. */
export interface Price extends Rates {
  /** The model's own name, without provider, region or date. */
  readonly model: string;
  readonly tiers?: readonly Tier[];
}

/** A line of the price table: a price, the other exact names of its model, and where it was read. */
export interface PriceRow extends Price {
  readonly provider: string;
  readonly aliases: readonly string[];
  /** Keys of the table's `sources`. */
  readonly sources: readonly string[];
}

/** Where prices were read. */
export interface PriceSource {
  readonly words: string;
  /** The day of the source, `YYYY-MM-DD`: no later state of the prices was seen in it. */
  readonly date: string;
}

/** Prices as they were on `date`. */
export interface PriceTable {
  readonly date: string;
  /** SHA-256 of the rows as canonical JSON, in hex; a receipt names it. */
  readonly hash: string;
  readonly sources: Readonly<Record<string, PriceSource>>;
  readonly rows: readonly PriceRow[];
}

/** The finest step of a price: with 6 decimals, a token costs a whole number of 1e-12 USD. */
const STEPS_PER_USD = 1_000_000;

/** What is wrong with a price, one sentence each; nothing for a sound one. */
export function priceProblems(price: Price): readonly string[] {
  const tiers = price.tiers ?? [];
  const ascending = tiers.every(
    ({ aboveInputTokens }, at) => aboveInputTokens > (tiers[at - 1]?.aboveInputTokens ?? 0),
  );
  return [
    ...(price.model === '' ? ['the model has no name'] : []),
    ...[price, ...tiers].flatMap(rateProblems),
    ...(ascending && tiers.every(({ aboveInputTokens }) => Number.isSafeInteger(aboveInputTokens))
      ? []
      : ['tiers must ascend in whole, positive numbers of input tokens']),
  ];
}

function rateProblems(rates: Rates): readonly string[] {
  const { input, output, cacheRead, cacheWrite, cacheWrite1h } = rates;
  return Object.entries({ input, output, cacheRead, cacheWrite, cacheWrite1h }).flatMap(
    ([kind, rate]) => {
      if (rate === null || rate === undefined) return [];
      if (!Number.isFinite(rate) || rate < 0) return [`${kind} must be zero or more`];
      const steps = rate * STEPS_PER_USD;
      return Math.abs(steps - Math.round(steps)) > 1e-3 ? [`${kind} has more than 6 decimals`] : [];
    },
  );
}
