/**
 * Money is added up in whole units of 1e-12 USD. A price is USD per million tokens with at most 6
 * decimals, so a token costs a whole number of units and every sum is exact, in any order. (As
 * floating point, 0.1 + 0.2 USD is already off, and a sum depends on the order of its parts.)
 */
export type Units = bigint;

const UNITS_PER_USD = 1e12;
/** USD per million tokens to units per token. */
const UNITS_PER_RATE = 1e6;

/** Two counts of tokens together. A count that is none is a bug: throws. */
export const addCounts = (a: number, b: number): number => checked(a) + checked(b);

function checked(tokens: number): number {
  if (!Number.isSafeInteger(tokens) || tokens < 0)
    throw new RangeError(`${tokens} is not a number of tokens`);
  return tokens;
}

/** The price of `tokens` tokens at `rate` USD per million. A count that is none is a bug: throws. */
export function priceOfTokens(tokens: number, rate: number): Units {
  return BigInt(checked(tokens)) * BigInt(Math.round(rate * UNITS_PER_RATE));
}

/** The nearest number of USD. */
export const toUsd = (units: Units): number => Number(units) / UNITS_PER_USD;

/** The inverse of `toUsd`, exact up to 4000 USD; above that as exact as the number is. */
export const fromUsd = (usd: number): Units => BigInt(Math.round(usd * UNITS_PER_USD));
