import type { PriceTable } from './price.ts';
import { PRICE_SOURCES } from './price-sources.ts';
import { ANTHROPIC_ROWS } from './rows/anthropic.ts';
import { GOOGLE_ROWS } from './rows/google.ts';
import { MOONSHOTAI_ROWS } from './rows/moonshotai.ts';
import { OPENAI_ROWS } from './rows/openai.ts';

/** List prices, pinned. `node scripts/prices.mjs` writes the hash after a change of rows. */
export const PRICE_TABLE: PriceTable = {
  date: '2026-11-20',
  hash: '19931b011606826601ba0517ce41bf8c230b5b17722b7b802eb70163391037e3',
  sources: PRICE_SOURCES,
  rows: [...ANTHROPIC_ROWS, ...OPENAI_ROWS, ...GOOGLE_ROWS, ...MOONSHOTAI_ROWS],
};
