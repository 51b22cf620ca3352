import type { PriceRow } from '../price.ts';
import { rowsFrom } from './row-lines.ts';

/** Kimi models. Columns: input, output, cache read, cache write. */
export const MOONSHOTAI_ROWS: readonly PriceRow[] = [
  ...rowsFrom(
    'moonshotai',
    ['pi-ai', 'apiyi'],
    [
      ['kimi-k3.1-pro', 2, 10, 0.2, 2, { cacheWrite1h: 4, aliases: ['k3.1-pro'] }],
      [
        'kimi-k3.1-pro-highspeed',
        4,
        20,
        0.2,
        4,
        { cacheWrite1h: 8, aliases: ['k3.1-pro-highspeed'] },
      ],
    ],
  ),
  ...rowsFrom(
    'moonshotai',
    ['pi-ai', 'genai-prices'],
    [
      ['kimi-k3', 3, 15, 0.3, null, { aliases: ['k3', 'k3-256k'] }],
      ['kimi-k2.7-code', 0.95, 4, 0.19, null],
      ['kimi-k2.7-code-highspeed', 1.9, 8, 0.38, null],
      ['kimi-k2.6', 0.95, 4, 0.16, null],
    ],
  ),
  // The names of the Kimi Code subscription, at what their tokens cost without it.
  ...rowsFrom(
    'moonshotai',
    ['pi-ai'],
    [
      ['kimi-for-coding', 0.95, 4, 0.19, null],
      ['kimi-for-coding-highspeed', 1.9, 8, 0.38, null],
    ],
  ),
  ...rowsFrom(
    'moonshotai',
    ['genai-prices', 'models.dev'],
    [
      ['kimi-k2.5', 0.6, 3, 0.1, null],
      ['kimi-k2-thinking', 0.6, 2.5, 0.15, null],
      ['kimi-k2-thinking-turbo', 1.15, 8, 0.15, null],
      ['kimi-k2-0905-preview', 0.6, 2.5, 0.15, null],
      ['kimi-k2-0711-preview', 0.6, 2.5, 0.15, null],
    ],
  ),
  ...rowsFrom('moonshotai', ['genai-prices'], [['kimi-k2-turbo-preview', 1.15, 8, 0.15, null]]),
];
