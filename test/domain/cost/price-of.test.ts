import { describe, expect, it } from 'vitest';
import { modelNames } from '../../../src/domain/cost/model-names.ts';
import { priceOf } from '../../../src/domain/cost/price-of.ts';
import { PRICE_TABLE } from '../../../src/domain/cost/price-table.ts';
import { rowOf, tableOf } from './tables.ts';

const priced = (model: string) => priceOf(model, PRICE_TABLE)?.model ?? null;

describe('the price of a model', () => {
  it.each([
    ['claude-sonnet-4-5', 'claude-sonnet-4-5'],
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['anthropic/claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
    ['bedrock/eu.anthropic.claude-3-7-sonnet-20250219-v1:0', 'claude-3-7-sonnet'],
    ['anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-3-5-sonnet'],
    ['openrouter/anthropic/claude-opus-4.8', 'claude-opus-4-8'],
    ['claude-sonnet-4-6[1m]', 'claude-sonnet-4-6'],
    ['claude-opus-4-20250514', 'claude-opus-4-0'],
    ['claude-opus-5-5', 'claude-opus-5-5'],
    ['claude-opus-5', 'claude-opus-5'],
    ['gpt-4.1-2025-04-14', 'gpt-4.1'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['openai/gpt-5.2-codex', 'gpt-5.2-codex'],
    ['gpt-6.2-sol', 'gpt-6.2-sol'],
    ['models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['moonshotai/kimi-k2.7-code', 'kimi-k2.7-code'],
  ])('takes %s for %s', (given, model) => {
    expect(priced(given)).toBe(model);
  });

  it.each([
    'claude-sonnet-4-5-turbo',
    'claude-opus-4-9',
    'claude',
    'my-claude-sonnet-4-5',
    'acme/claude-sonnet-4-5',
    'gpt-5.2-codex-next',
    'gpt-7',
    'gemini-2.5-pro-001',
    'Claude-Sonnet-4-5',
    'anthropic/',
    '',
    '<synthetic>',
  ])('knows none for %j', (given) => {
    expect(priced(given)).toBeNull();
  });

  it('prefers the name as given, then an alias, then shorter forms', () => {
    const table = tableOf(
      rowOf('m'),
      rowOf('m-2026-01-01', { input: 2 }),
      rowOf('n', { aliases: ['x/m-2026-02-02'], input: 3 }),
    );
    expect(priceOf('m-2026-01-01', table)?.input).toBe(2);
    expect(priceOf('x/m-2026-02-02', table)?.input).toBe(3);
    expect(priceOf('m-2026-03-03', table)?.input).toBe(1);
  });

  it('lists the names from the one given to the barest', () => {
    expect(modelNames('bedrock/us.anthropic.claude-opus-4-1-20250805-v1:0')).toEqual([
      'bedrock/us.anthropic.claude-opus-4-1-20250805-v1:0',
      'us.anthropic.claude-opus-4-1-20250805-v1:0',
      'claude-opus-4-1-20250805-v1:0',
      'claude-opus-4-1-20250805',
      'claude-opus-4-1',
    ]);
  });
});

describe('an override', () => {
  const table = tableOf(rowOf('m', { aliases: ['m-20260101'] }), rowOf('other'));
  const mine = (model: string) => rowOf(model, { input: 99 });

  it('wins over the table for the name as given', () => {
    expect(priceOf('m', table, [mine('m')])?.input).toBe(99);
    expect(priceOf('openai/m', table, [mine('openai/m')])?.input).toBe(99);
  });

  it('wins for a dated form of its model, even one the table lists', () => {
    expect(priceOf('m-20260101', table, [mine('m')])?.input).toBe(99);
    expect(priceOf('anthropic/m-20260203', table, [mine('m')])?.input).toBe(99);
  });

  it('wins for every other name the table lists for its model', () => {
    const listed = tableOf(rowOf('m-0', { aliases: ['m'] }));
    expect(priceOf('m-20260101', listed, [mine('m-0')])?.input).toBe(99);
  });

  it('prices a model the table does not know', () => {
    expect(priceOf('local', table)).toBeNull();
    expect(priceOf('local', table, [mine('local')])?.input).toBe(99);
  });

  it('leaves other models and other routes alone', () => {
    expect(priceOf('other', table, [mine('m')])?.input).toBe(1);
    expect(priceOf('m', table, [mine('openai/m')])?.input).toBe(1);
    expect(priceOf('m', table, [mine('m-20260101')])?.input).toBe(1);
  });
});
