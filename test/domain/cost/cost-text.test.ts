import { describe, expect, it } from 'vitest';
import type { Cost } from '../../../src/domain/cost/cost.ts';
import { costText, namedCostText, priceTableText } from '../../../src/domain/cost/cost-text.ts';
import { tableOf } from './tables.ts';

const exact = (usd: number): Cost => ({
  usd,
  atLeast: usd,
  bounds: 'exact',
  unknown: [],
  tierUnknown: [],
  cacheLifeUnknown: [],
});
const lower = (atLeast: number, more: Partial<Cost>): Cost => ({
  ...exact(atLeast),
  usd: null,
  bounds: 'lower',
  ...more,
});

describe('the words for a cost', () => {
  it.each([
    [0, '$0.00'],
    [0.0000004, '< $0.001'],
    [0.004, '$0.004'],
    [0.01, '$0.01'],
    [0.42, '$0.42'],
    [0.425, '$0.42'],
    [0.426, '$0.43'],
    [1234.5, '$1234.50'],
  ])('say %d as %s', (usd, text) => {
    expect(costText(exact(usd))).toBe(text);
  });

  it('say what is unknown where nothing else does', () => {
    expect(costText(lower(0, { unknown: ['x'] }))).toBe('unknown');
    expect(namedCostText(lower(0, { unknown: ['x'] }))).toBe('cost unknown');
    expect(namedCostText(exact(0.42))).toBe('$0.42');
  });

  it('name the models that have no price', () => {
    expect(costText(lower(0.42, { unknown: ['x'] }))).toBe('≥ $0.42 (price of x unknown)');
  });

  it('name every reason', () => {
    expect(
      costText(
        lower(3, { unknown: ['a', 'b cache reads'], tierUnknown: ['c'], cacheLifeUnknown: ['d'] }),
      ),
    ).toBe(
      '≥ $3.00 (price of a, b cache reads unknown; tier of c unknown; cache life of d unknown)',
    );
  });

  it('never say more than is certain', () => {
    expect(costText(lower(0.4299, { unknown: ['x'] }))).toBe('≥ $0.42 (price of x unknown)');
    expect(costText(lower(1.15, { unknown: ['x'] }))).toBe('≥ $1.15 (price of x unknown)');
    expect(costText(lower(0.0049, { unknown: ['x'] }))).toBe('≥ $0.004 (price of x unknown)');
    expect(costText(lower(0.0001, { unknown: ['x'] }))).toBe('> $0 (price of x unknown)');
  });

  it('say unknown when nothing is known', () => {
    expect(costText(lower(0, { unknown: ['x'] }))).toBe('unknown');
  });
});

describe('the words for a table', () => {
  it('name its day and its hash', () => {
    expect(priceTableText(tableOf())).toBe('price table of 2026-01-01, sha256 ffffffffffff');
  });
});
