import type { PriceRow, PriceTable } from '../../../src/domain/cost/price.ts';
import type { PricedTokens, Spent } from '../../../src/domain/cost/tokens.ts';

export const NONE: PricedTokens = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

/** A row with prices that are easy to tell apart in a sum. */
export const rowOf = (model: string, more: Partial<PriceRow> = {}): PriceRow => ({
  model,
  provider: 'test',
  aliases: [],
  sources: ['test'],
  input: 1,
  output: 10,
  cacheRead: 0.1,
  cacheWrite: 2,
  ...more,
});

export const tableOf = (...rows: readonly PriceRow[]): PriceTable => ({
  date: '2026-01-01',
  hash: 'f'.repeat(64),
  sources: { test: { words: 'a test', date: '2026-01-01' } },
  rows,
});

/** One request. */
export const request = (model: string | null, tokens: Partial<PricedTokens>): Spent => ({
  model,
  tokens: { ...NONE, ...tokens },
  of: 'request',
});

/** The sum of several requests. */
export const total = (model: string, tokens: Partial<PricedTokens>): Spent => ({
  ...request(model, tokens),
  of: 'total',
});
