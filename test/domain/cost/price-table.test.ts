import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/domain/canonical-json.ts';
import { modelNames } from '../../../src/domain/cost/model-names.ts';
import { priceProblems } from '../../../src/domain/cost/price.ts';
import type { PriceRow, Rates } from '../../../src/domain/cost/price.ts';
import { priceOf } from '../../../src/domain/cost/price-of.ts';
import { PRICE_TABLE } from '../../../src/domain/cost/price-table.ts';
import { rowOf } from './tables.ts';

const { date, hash, rows, sources } = PRICE_TABLE;
const named = rows.flatMap((row) => [row.model, ...row.aliases].map((name) => ({ name, row })));

const docLine = (row: PriceRow): string => {
  const rate = (value: number | null | undefined) => value ?? '–';
  const rates = (of: Rates) => [of.input, of.output, of.cacheRead, of.cacheWrite, of.cacheWrite1h];
  const tiers = (row.tiers ?? []).map(
    (tier) => `> ${tier.aboveInputTokens / 1000}k: ${rates(tier).map(rate).join(' / ')}`,
  );
  const cells = [`\`${row.model}\``, ...rates(row).map(rate), tiers.join('; ')];
  return `| ${cells.join(' | ')} | ${row.sources.join(', ')} |`.replaceAll(/ +/gu, ' ');
};

describe('the price table', () => {
  it('carries the hash of its rows', () => {
    expect(hash).toBe(createHash('sha256').update(canonicalJson(rows)).digest('hex'));
  });

  it('is as old as its newest source, and names a source for every row', () => {
    const dates = Object.values(sources).map((source) => source.date);
    expect(dates.toSorted().at(-1)).toBe(date);
    expect(dates.every((day) => /^\d{4}-\d{2}-\d{2}$/u.test(day))).toBe(true);
    expect(rows.filter((row) => row.sources.length === 0)).toEqual([]);
    const used = new Set(rows.flatMap((row) => row.sources));
    expect([...used].toSorted()).toEqual(Object.keys(sources).toSorted());
  });

  it('is sound', () => {
    expect(
      rows.flatMap((row) => priceProblems(row).map((what) => `${row.model}: ${what}`)),
    ).toEqual([]);
    expect(rows.filter(({ input, output }) => input === 0 || output === 0)).toEqual([]);
  });

  it('lists no name twice, and finds each of its names', () => {
    expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
    for (const { name, row } of named) expect(priceOf(name, PRICE_TABLE)).toBe(row);
  });

  it('has no dated name whose bare form is another model by mistake', () => {
    const strays = named.filter(({ name, row }) =>
      modelNames(name).some((bare) => (priceOf(bare, PRICE_TABLE) ?? row) !== row),
    );
    expect(strays.map(({ name }) => name)).toEqual(['gpt-4o-2024-05-13']);
  });

  it('charges larger requests no less, and reading the cache less than input', () => {
    for (const row of rows) {
      for (const tier of row.tiers ?? []) {
        expect(tier.input).toBeGreaterThan(row.input);
        expect(tier.output).toBeGreaterThan(row.output);
      }
      expect(row.cacheRead ?? 0).toBeLessThan(row.input);
      expect(row.cacheWrite1h ?? Infinity).toBeGreaterThan(row.cacheWrite ?? 0);
    }
  });

  it('is written out in docs/prices.md', () => {
    const doc = readFileSync(new URL('../../../docs/prices.md', import.meta.url), 'utf8');
    expect(doc).toContain(date);
    expect(doc).toContain(hash);
    const lines = doc.split('\n').map((line) => line.replaceAll(/ +/gu, ' '));
    expect(lines.slice(lines.findIndex((line) => line.startsWith('| model ')) + 2, -1)).toEqual(
      rows.map(docLine),
    );
    for (const [key, source] of Object.entries(sources)) {
      expect(doc).toContain(`- ${key} (${source.date}): ${source.words}`);
    }
  });
});

describe('a price', () => {
  it.each([
    [{}, []],
    [{ model: '' }, ['the model has no name']],
    [{ input: -1 }, ['input must be zero or more']],
    [{ output: Number.NaN }, ['output must be zero or more']],
    [{ cacheRead: Infinity }, ['cacheRead must be zero or more']],
    [{ cacheRead: null, cacheWrite: 0 }, []],
    [{ cacheWrite1h: 0.1234567 }, ['cacheWrite1h has more than 6 decimals']],
    [{ input: 123.456789 }, []],
  ])('with %j has the problems %j', (more, problems) => {
    expect(priceProblems(rowOf('m', more))).toEqual(problems);
  });

  it('needs ascending tiers', () => {
    const tier = (aboveInputTokens: number) => ({ ...rowOf('m'), aboveInputTokens });
    const problem = ['tiers must ascend in whole, positive numbers of input tokens'];
    const of = (...above: number[]) => priceProblems(rowOf('m', { tiers: above.map(tier) }));
    expect(of(1, 2)).toEqual([]);
    expect(of(2, 1)).toEqual(problem);
    expect(of(0)).toEqual(problem);
    expect(of(1.5)).toEqual(problem);
  });
});
