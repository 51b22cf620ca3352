import { addCounts, fromUsd, toUsd } from './money.ts';
import type { Price, PriceTable, Rates } from './price.ts';
import { priceOf } from './price-of.ts';
import { priceAt, priceSpent, ratesOfRequest } from './price-spent.ts';
import type { Doubts, PricedPart } from './price-spent.ts';
import { isNone } from './tokens.ts';
import type { PricedTokens, Spent } from './tokens.ts';

/** What tokens cost. The lists say why it is not known exactly; all empty: it is. */
export interface Cost extends Doubts {
  /** The whole, in USD; null unless it is exact. Never 0 for tokens without a price. */
  readonly usd: number | null;
  /** The part that is certain, in USD; the whole when `bounds` is `exact`. */
  readonly atLeast: number;
  readonly bounds: 'exact' | 'lower';
}

const UNNAMED = 'a model the agent did not name';

/**
 * The cost of everything spent. Each request is priced in its own tier. A sum of requests is priced
 * at the lowest rate any of them can have had: exact where no tier is within its reach, else a
 * lower bound. No tokens cost 0 with any model. A count that is none is a bug: throws.
 */
export function costOf(
  spent: readonly Spent[],
  table: PriceTable,
  overrides: readonly Price[] = [],
): Cost {
  const prices = new Map<string, Price | null>();
  const priceFor = (model: string): Price | null => {
    const known = prices.get(model);
    if (known !== undefined) return known;
    const price = priceOf(model, table, overrides);
    prices.set(model, price);
    return price;
  };
  const requests = makeRequestSums();
  const parts: PricedPart[] = [];
  for (const part of spent) {
    if (isNone(part.tokens)) continue;
    const model = part.model ?? UNNAMED;
    const price = part.model === null ? null : priceFor(part.model);
    if (price === null)
      parts.push({ units: 0n, unknown: [model], tierUnknown: [], cacheLifeUnknown: [] });
    else if (part.of === 'request')
      requests.add(model, ratesOfRequest(part.tokens, price), part.tokens);
    else parts.push(priceSpent(part, model, price));
  }
  parts.push(...requests.priced());
  return costFrom(
    parts.reduce((sum, { units }) => sum + units, 0n),
    parts,
  );
}

/**
 * Adds up requests that have one rate, so that each rate is reckoned with once: a session has thousands of requests. Those
 * that say how long their cache writes live are kept apart from those that do not.
 */
function makeRequestSums() {
  const sums = new Map<
    Rates,
    Map<string, { readonly model: string; readonly tokens: PricedTokens }>
  >();
  return {
    add(model: string, rates: Rates, tokens: PricedTokens): void {
      const of = sums.get(rates) ?? new Map<string, { model: string; tokens: PricedTokens }>();
      sums.set(rates, of);
      const key = `${tokens.cacheWrite1h === undefined ? '' : 'told '}${model}`;
      const before = of.get(key);
      of.set(key, { model, tokens: before === undefined ? tokens : added(before.tokens, tokens) });
    },
    priced: (): readonly PricedPart[] =>
      [...sums].flatMap(([rates, of]) =>
        [...of.values()].map(({ model, tokens }) => priceAt(tokens, model, [rates])),
      ),
  };
}

const added = (a: PricedTokens, b: PricedTokens): PricedTokens => ({
  input: addCounts(a.input, b.input),
  output: addCounts(a.output, b.output),
  cacheRead: addCounts(a.cacheRead, b.cacheRead),
  cacheWrite: addCounts(a.cacheWrite, b.cacheWrite),
  ...(a.cacheWrite1h === undefined || b.cacheWrite1h === undefined
    ? {}
    : { cacheWrite1h: addCounts(a.cacheWrite1h, b.cacheWrite1h) }),
});

/** The cost of several things together. */
export const addCosts = (costs: readonly Cost[]): Cost =>
  costFrom(
    costs.reduce((sum, { atLeast }) => sum + fromUsd(atLeast), 0n),
    costs,
  );

function costFrom(units: bigint, parts: readonly Doubts[]): Cost {
  const doubts: Doubts = {
    unknown: distinct(parts.flatMap(({ unknown }) => unknown)),
    tierUnknown: distinct(parts.flatMap(({ tierUnknown }) => tierUnknown)),
    cacheLifeUnknown: distinct(parts.flatMap(({ cacheLifeUnknown }) => cacheLifeUnknown)),
  };
  const { unknown, tierUnknown, cacheLifeUnknown } = doubts;
  const exact = [unknown, tierUnknown, cacheLifeUnknown].every(({ length }) => length === 0);
  const atLeast = toUsd(units);
  return { usd: exact ? atLeast : null, atLeast, bounds: exact ? 'exact' : 'lower', ...doubts };
}

const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted();
