import { priceOfTokens } from './money.ts';
import type { Units } from './money.ts';
import type { Price, Rates } from './price.ts';
import { inputSide } from './tokens.ts';
import type { PricedTokens, Spent } from './tokens.ts';

/** Why a cost is known only from below. Each list holds model names, sorted, each once. */
export interface Doubts {
  /** Without a price; `<model> cache reads` and the like when only one kind of token has none. */
  readonly unknown: readonly string[];
  /** Only a sum is known, and requests within it may have been large enough for another tier. */
  readonly tierUnknown: readonly string[];
  /** How long cache writes were to live is not known, and the price depends on it. */
  readonly cacheLifeUnknown: readonly string[];
}

/** The certain part of what was spent, in units, and what stands in the way of the whole. */
export interface PricedPart extends Doubts {
  readonly units: Units;
}

/** Tokens of one kind, with the rates that can apply to them. */
interface Kind {
  readonly words: string;
  readonly tokens: number;
  readonly rates: readonly (number | null)[];
}

/** Prices tokens of a model that has a price; `model` is its name in the doubts. */
export function priceSpent(spent: Spent, model: string, price: Price): PricedPart {
  return priceAt(spent.tokens, model, ratesInReach(spent, price));
}

/** Prices tokens at the rates that can have applied to them: one, or several where it is not known which. */
export function priceAt(tokens: PricedTokens, model: string, rates: readonly Rates[]): PricedPart {
  const kinds = kindsOf(tokens, rates).filter((kind) => kind.tokens !== 0);
  const priced = kinds.map((kind) => ({ ...kind, rate: lowest(kind.rates) }));
  return {
    units: priced.reduce(
      (sum, { tokens: count, rate }) => (rate === null ? sum : sum + priceOfTokens(count, rate)),
      0n,
    ),
    unknown: priced
      .filter(({ rate }) => rate === null)
      .map(({ words }) => (words === '' ? model : `${model} ${words}`)),
    tierUnknown: rates.length > 1 ? [model] : [],
    cacheLifeUnknown: rates.some((each) => lifeMatters(tokens, each)) ? [model] : [],
  };
}

/** The rates of one request, by its size. */
export function ratesOfRequest(tokens: PricedTokens, price: Price): Rates {
  if (price.tiers === undefined) return price;
  const size = inputSide(tokens);
  return price.tiers.findLast(({ aboveInputTokens }) => size > aboveInputTokens) ?? price;
}

/** The rates that can have applied: one for a request, possibly several for a sum of requests. */
function ratesInReach({ tokens, of }: Spent, price: Price): readonly Rates[] {
  if (of === 'request') return [ratesOfRequest(tokens, price)];
  const size = inputSide(tokens);
  return [price, ...(price.tiers ?? []).filter(({ aboveInputTokens }) => size > aboveInputTokens)];
}

function kindsOf(tokens: PricedTokens, rates: readonly Rates[]): readonly Kind[] {
  const hour = tokens.cacheWrite1h ?? 0;
  return [
    { words: '', tokens: tokens.input, rates: rates.map(({ input }) => input) },
    { words: '', tokens: tokens.output, rates: rates.map(({ output }) => output) },
    { words: 'cache reads', tokens: tokens.cacheRead, rates: rates.map((each) => each.cacheRead) },
    {
      words: 'cache writes',
      tokens: tokens.cacheWrite - hour,
      rates: rates.flatMap((each) =>
        lifeMatters(tokens, each) ? [each.cacheWrite, hourRate(each)] : [each.cacheWrite],
      ),
    },
    { words: 'cache writes for an hour', tokens: hour, rates: rates.map(hourRate) },
  ];
}

/** Whether the agent leaves open at which of two prices the cache was written. */
const lifeMatters = (tokens: PricedTokens, rates: Rates): boolean =>
  tokens.cacheWrite1h === undefined &&
  tokens.cacheWrite > 0 &&
  hourRate(rates) !== rates.cacheWrite;

const hourRate = ({ cacheWrite, cacheWrite1h }: Rates): number | null =>
  cacheWrite1h === undefined ? cacheWrite : cacheWrite1h;

/** The lowest of them; null as soon as one is not known, for then nothing is certain. */
function lowest(rates: readonly (number | null)[]): number | null {
  const known = rates.filter((rate) => rate !== null);
  return known.length < rates.length ? null : Math.min(...known);
}
