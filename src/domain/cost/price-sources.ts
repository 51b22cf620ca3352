import type { PriceSource } from './price.ts';

/** Where the prices of the table were read, by the keys its rows use. */
export const PRICE_SOURCES: Readonly<Record<string, PriceSource>> = {
  'pi-ai': {
    words: 'npm @earendil-works/pi-ai 1.6.0 (MIT), its model catalogue',
    date: '2026-11-20',
  },
  'genai-prices': {
    words: 'npm @pydantic/genai-prices 0.1.8 (MIT)',
    date: '2026-09-23',
  },
  'models.dev': {
    words: 'github.com/anomalyco/models.dev (MIT) at f3fc692299671838c7c65fd8126bf84d81a2e817',
    date: '2026-07-01',
  },
  'claude-docs': {
    words:
      'platform.claude.com/docs, pricing and model pages, copies without a date; by the models they list from September or the first week of October',
    date: '2026-09-28',
  },
  'claude-docs-2025': {
    words:
      'docs.anthropic.com/en/docs/about-claude/pricing, a copy without a date; its newest model is Opus 4.1',
    date: '2025-08-05',
  },
  'openai-docs': {
    words:
      'developers.openai.com, page of GPT-6.2 Sol, a copy without a date; released on this day',
    date: '2026-11-17',
  },
  claudit: {
    words:
      'release notes of github.com/kurofune/claudit v1.9.2, which read the vendor’s price page',
    date: '2026-10-24',
  },
  rightsize: {
    words:
      'release notes of github.com/archid21/rightsize v0.10.2, a copy without a date; the model was released on this day',
    date: '2026-11-09',
  },
  apiyi: {
    words: 'docs.apiyi.com, Kimi K3.1 Pro, which says its rates match the vendor’s',
    date: '2026-10-25',
  },
};
