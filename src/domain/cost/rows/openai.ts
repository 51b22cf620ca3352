import type { PriceRow } from '../price.ts';
import { rowsFrom } from './row-lines.ts';

/**
 * OpenAI models, standard processing. Columns: input, output, cache read, cache write. Before
 * GPT-5.6 cache writes have no price of their own.
 */
export const OPENAI_ROWS: readonly PriceRow[] = [
  ...rowsFrom(
    'openai',
    ['pi-ai', 'openai-docs'],
    [['gpt-6.2-sol', 2, 10, 0.1, 2.5, { tier: [272_000, 4, 15, 0.2, 5] }]],
  ),
  ...rowsFrom(
    'openai',
    ['pi-ai'],
    [
      ['gpt-6.2-astra', 8, 40, 0.4, 10, { tier: [272_000, 16, 60, 0.8, 20] }],
      ['gpt-6.1-sol', 2, 10, 0.1, 2.5, { tier: [272_000, 4, 15, 0.2, 5] }],
      ['gpt-6.1-terra', 1, 5, 0.05, 1.25, { tier: [272_000, 2, 7.5, 0.1, 2.5] }],
    ],
  ),
  ...rowsFrom(
    'openai',
    ['pi-ai', 'genai-prices'],
    [
      ['gpt-6-astra', 10, 50, 1, 12.5, { tier: [272_000, 20, 75, 2, 25] }],
      ['gpt-6-sol', 2, 10, 0.2, 2.5, { tier: [272_000, 4, 15, 0.4, 5] }],
      ['gpt-6-luna', 0.1, 0.5, 0.01, 0.125, { tier: [272_000, 0.2, 0.75, 0.02, 0.25] }],
      ['gpt-5.6-sol', 4, 20, 0.4, 5, { aliases: ['gpt-5.6'], tier: [272_000, 8, 30, 0.8, 10] }],
      ['gpt-5.6-terra', 2, 12, 0.2, 2.5, { tier: [272_000, 4, 18, 0.4, 5] }],
      ['gpt-5.6-luna', 0.2, 1.2, 0.02, 0.25, { tier: [272_000, 0.4, 1.8, 0.04, 0.5] }],
      [
        'gpt-5.5',
        5,
        30,
        0.5,
        null,
        { aliases: ['gpt-5.5-codex'], tier: [272_000, 10, 45, 1, null] },
      ],
      ['gpt-5.5-pro', 30, 180, null, null, { tier: [272_000, 60, 270, null, null] }],
      ['gpt-5.4', 2.5, 15, 0.25, null, { tier: [272_000, 5, 22.5, 0.5, null] }],
      ['gpt-5.4-pro', 30, 180, null, null, { tier: [272_000, 60, 270, null, null] }],
      ['gpt-5.4-mini', 0.75, 4.5, 0.075, null],
      ['gpt-5.4-nano', 0.2, 1.25, 0.02, null],
      ['gpt-5.3-codex', 1.75, 14, 0.175, null],
      ['gpt-5.2', 1.75, 14, 0.175, null],
      ['gpt-5.2-pro', 21, 168, null, null],
      ['gpt-5.1', 1.25, 10, 0.125, null],
      ['gpt-5', 1.25, 10, 0.125, null],
      ['gpt-5-mini', 0.25, 2, 0.025, null],
      ['gpt-5-nano', 0.05, 0.4, 0.005, null],
      ['gpt-5-pro', 15, 120, null, null],
      ['gpt-4.1', 2, 8, 0.5, null],
      ['gpt-4.1-mini', 0.4, 1.6, 0.1, null],
      ['gpt-4.1-nano', 0.1, 0.4, 0.025, null],
      ['gpt-4o', 2.5, 10, 1.25, null],
      ['o4-mini', 1.1, 4.4, 0.275, null],
      ['o3', 2, 8, 0.5, null],
      ['o3-pro', 20, 80, null, null],
      ['o3-mini', 1.1, 4.4, 0.55, null],
      ['o1', 15, 60, 7.5, null],
      ['o1-pro', 150, 600, null, null],
    ],
  ),
  ...rowsFrom(
    'openai',
    ['pi-ai', 'models.dev'],
    [
      ['gpt-5.3-codex-spark', 1.75, 14, 0.175, null],
      ['gpt-4o-mini', 0.15, 0.6, 0.075, null],
      // The one snapshot that is not priced as its model.
      ['gpt-4o-2024-05-13', 5, 15, null, null],
    ],
  ),
  ...rowsFrom(
    'openai',
    ['genai-prices', 'models.dev'],
    [
      ['gpt-5.3-chat-latest', 1.75, 14, 0.175, null],
      ['gpt-5.2-codex', 1.75, 14, 0.175, null],
      ['gpt-5.2-chat-latest', 1.75, 14, 0.175, null],
      ['gpt-5.1-codex-max', 1.25, 10, 0.125, null],
      ['gpt-5.1-codex', 1.25, 10, 0.125, null],
      ['gpt-5.1-codex-mini', 0.25, 2, 0.025, null],
      ['gpt-5.1-chat-latest', 1.25, 10, 0.125, null],
      ['gpt-5-codex', 1.25, 10, 0.125, null],
      ['gpt-5-chat-latest', 1.25, 10, 0.125, null],
      ['o4-mini-deep-research', 2, 8, 0.5, null],
      ['o3-deep-research', 10, 40, 2.5, null],
    ],
  ),
  ...rowsFrom(
    'openai',
    ['genai-prices'],
    [
      ['codex-mini', 1.5, 6, 0.375, null, { aliases: ['codex-mini-latest'] }],
      ['o1-mini', 1.1, 4.4, 0.55, null],
    ],
  ),
];
