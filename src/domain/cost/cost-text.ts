import type { Cost } from './cost.ts';
import type { PriceTable } from './price.ts';

/** A cost for a person: `$0.42`, `≥ $0.42 (price of x unknown)`, `unknown`. Never `$0.00` for more. */
export function costText(cost: Cost): string {
  if (cost.usd !== null) return exactText(cost.usd);
  if (cost.atLeast === 0) return 'unknown';
  const reasons = [
    reason('price', cost.unknown),
    reason('tier', cost.tierUnknown),
    reason('cache life', cost.cacheLifeUnknown),
  ].filter((text) => text !== '');
  return `${atLeastText(cost.atLeast)} (${reasons.join('; ')})`;
}

/** The same where nothing beside it says that it is a cost. */
export const namedCostText = (cost: Cost): string => {
  const text = costText(cost);
  return text === 'unknown' ? 'cost unknown' : text;
};

/** The table a cost was taken from, as a receipt names it. */
export const priceTableText = (table: PriceTable): string =>
  `price table of ${table.date}, sha256 ${table.hash.slice(0, 12)}`;

function exactText(usd: number): string {
  if (usd > 0 && usd < 0.001) return '< $0.001';
  return `$${usd.toFixed(decimals(usd))}`;
}

/** `≥ $0.42`. Rounded down: a lower bound must not say more than is certain. */
export function atLeastText(usd: number): string {
  if (usd < 0.001) return '> $0';
  const steps = 10 ** decimals(usd);
  // 1.15 * 100 is 114.99…: what is left of a step by less than 1e-6 is an error of the product.
  return `≥ $${(Math.floor(usd * steps + 1e-6) / steps).toFixed(decimals(usd))}`;
}

const decimals = (usd: number): number => (usd > 0 && usd < 0.01 ? 3 : 2);

const reason = (what: string, models: readonly string[]): string =>
  models.length === 0 ? '' : `${what} of ${models.join(', ')} unknown`;
