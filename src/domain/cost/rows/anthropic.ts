import type { PriceRow } from '../price.ts';
import { rowsFrom } from './row-lines.ts';

/** Claude models. Columns: input, output, cache read, cache write for 5 minutes. */
export const ANTHROPIC_ROWS: readonly PriceRow[] = [
  ...rowsFrom(
    'anthropic',
    ['pi-ai', 'rightsize'],
    [['claude-fable-5-2', 8, 40, 0.2, 10, { cacheWrite1h: 16 }]],
  ),
  ...rowsFrom(
    'anthropic',
    ['pi-ai', 'claudit'],
    [
      [
        'claude-haiku-5-5',
        0.1,
        0.5,
        0.01,
        0.125,
        { cacheWrite1h: 0.2, tier: [100_000, 0.5, 2.5, 0.05, 0.625, 1] },
      ],
    ],
  ),
  ...rowsFrom(
    'anthropic',
    ['pi-ai', 'claude-docs'],
    [
      ['claude-fable-5-1', 10, 50, 0.25, 12.5, { cacheWrite1h: 20 }],
      ['claude-fable-5', 10, 50, 1, 12.5, { cacheWrite1h: 20 }],
      ['claude-opus-5-5', 4, 20, 0.2, 5, { cacheWrite1h: 8, aliases: ['claude-opus-5.5'] }],
      ['claude-opus-5', 5, 25, 0.5, 6.25, { cacheWrite1h: 10 }],
      ['claude-opus-4-8', 5, 25, 0.5, 6.25, { cacheWrite1h: 10, aliases: ['claude-opus-4.8'] }],
      ['claude-opus-4-7', 5, 25, 0.5, 6.25, { cacheWrite1h: 10, aliases: ['claude-opus-4.7'] }],
      ['claude-opus-4-6', 5, 25, 0.5, 6.25, { cacheWrite1h: 10, aliases: ['claude-opus-4.6'] }],
      [
        'claude-opus-4-5',
        5,
        25,
        0.5,
        6.25,
        { cacheWrite1h: 10, aliases: ['claude-opus-4-5-20251101', 'claude-opus-4.5'] },
      ],
      ['claude-sonnet-5-5', 2, 10, 0.1, 2.5, { cacheWrite1h: 4, aliases: ['claude-sonnet-5.5'] }],
      ['claude-sonnet-5', 2, 10, 0.2, 2.5, { cacheWrite1h: 4 }],
      ['claude-sonnet-4-6', 3, 15, 0.3, 3.75, { cacheWrite1h: 6, aliases: ['claude-sonnet-4.6'] }],
      [
        'claude-haiku-4-5',
        1,
        5,
        0.1,
        1.25,
        { cacheWrite1h: 2, aliases: ['claude-haiku-4-5-20251001', 'claude-haiku-4.5'] },
      ],
    ],
  ),
  // Newer sources name no rates above 200k, where the model's window ends by default. They are kept
  // for requests beyond it, which would else be priced too low and called exact.
  ...rowsFrom(
    'anthropic',
    ['genai-prices'],
    [
      [
        'claude-sonnet-4-5',
        3,
        15,
        0.3,
        3.75,
        {
          cacheWrite1h: 6,
          aliases: ['claude-sonnet-4-5-20250929', 'claude-sonnet-4.5'],
          tier: [200_000, 6, 22.5, 0.6, 7.5, 12],
        },
      ],
    ],
  ),
  // What the cache costs above 200k was not seen for this one.
  ...rowsFrom(
    'anthropic',
    ['genai-prices', 'claude-docs-2025'],
    [
      [
        'claude-sonnet-4-0',
        3,
        15,
        0.3,
        3.75,
        {
          cacheWrite1h: 6,
          aliases: ['claude-sonnet-4', 'claude-sonnet-4-20250514'],
          tier: [200_000, 6, 22.5, null, null],
        },
      ],
    ],
  ),
  ...rowsFrom(
    'anthropic',
    ['genai-prices', 'models.dev'],
    [
      [
        'claude-opus-4-1',
        15,
        75,
        1.5,
        18.75,
        { cacheWrite1h: 30, aliases: ['claude-opus-4-1-20250805', 'claude-opus-4.1'] },
      ],
      [
        'claude-opus-4-0',
        15,
        75,
        1.5,
        18.75,
        { cacheWrite1h: 30, aliases: ['claude-opus-4', 'claude-opus-4-20250514'] },
      ],
      [
        'claude-3-7-sonnet',
        3,
        15,
        0.3,
        3.75,
        { cacheWrite1h: 6, aliases: ['claude-3-7-sonnet-latest', 'claude-3.7-sonnet'] },
      ],
      [
        'claude-3-5-sonnet',
        3,
        15,
        0.3,
        3.75,
        { cacheWrite1h: 6, aliases: ['claude-3-5-sonnet-latest', 'claude-3.5-sonnet'] },
      ],
      ['claude-3-haiku', 0.25, 1.25, 0.03, 0.3, { cacheWrite1h: 0.5 }],
      [
        'claude-3-opus',
        15,
        75,
        1.5,
        18.75,
        { cacheWrite1h: 30, aliases: ['claude-3-opus-latest'] },
      ],
    ],
  ),
  ...rowsFrom(
    'anthropic',
    ['genai-prices', 'claude-docs-2025'],
    [
      [
        'claude-3-5-haiku',
        0.8,
        4,
        0.08,
        1,
        { cacheWrite1h: 1.6, aliases: ['claude-3-5-haiku-latest', 'claude-3.5-haiku'] },
      ],
    ],
  ),
];
