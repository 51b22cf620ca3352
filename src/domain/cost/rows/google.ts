import type { PriceRow } from '../price.ts';
import { rowsFrom } from './row-lines.ts';

/**
 * Gemini models, text. Columns: input, output, cache read, cache write. Storing a cache is charged
 * by the hour, which tokens do not tell; writing it has no price.
 */
export const GOOGLE_ROWS: readonly PriceRow[] = [
  ...rowsFrom(
    'google',
    ['pi-ai'],
    [
      ['gemini-4-neon', 3, 15, 0.15, null],
      ['gemini-4-argon', 2, 10, 0.1, null],
      ['gemini-4-carbon', 2, 10, 0.1, null],
      ['gemini-4-hydrogen', 1.5, 7.5, 0.075, null],
    ],
  ),
  ...rowsFrom(
    'google',
    ['pi-ai', 'genai-prices'],
    [
      // Lowered until the end of 2026; from 2027-01-01 these three cost twice as much.
      ['gemini-3.8-flash', 0.75, 3.75, 0.075, null],
      ['gemini-3.7-flash', 0.75, 3.75, 0.075, null],
      ['gemini-3.6-flash', 0.75, 3.75, 0.075, null],
      ['gemini-3.5-flash', 1.5, 9, 0.15, null],
      ['gemini-3.5-flash-lite', 0.3, 2.5, 0.03, null],
      [
        'gemini-3.1-pro-preview',
        2,
        12,
        0.2,
        null,
        {
          aliases: ['gemini-3.1-pro-preview-customtools'],
          tier: [200_000, 4, 18, 0.4, null],
        },
      ],
      [
        'gemini-3.1-flash-lite',
        0.25,
        1.5,
        0.025,
        null,
        { aliases: ['gemini-3.1-flash-lite-preview'] },
      ],
      ['gemini-3-flash-preview', 0.5, 3, 0.05, null],
      ['gemini-2.5-pro', 1.25, 10, 0.125, null, { tier: [200_000, 2.5, 15, 0.25, null] }],
      ['gemini-2.5-flash', 0.3, 2.5, 0.03, null],
      ['gemini-2.5-flash-lite', 0.1, 0.4, 0.01, null],
    ],
  ),
  ...rowsFrom(
    'google',
    ['genai-prices', 'models.dev'],
    [
      ['gemini-3-pro-preview', 2, 12, 0.2, null, { tier: [200_000, 4, 18, 0.4, null] }],
      ['gemini-2.0-flash', 0.1, 0.4, 0.025, null],
      ['gemini-2.0-flash-lite', 0.075, 0.3, null, null],
    ],
  ),
];
