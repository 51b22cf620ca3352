import { describe, expect, it } from 'vitest';
import { addCosts, costOf } from '../../../src/domain/cost/cost.ts';
import { PRICE_TABLE } from '../../../src/domain/cost/price-table.ts';
import { request, rowOf, tableOf, total } from './tables.ts';

const TIER = { input: 3, output: 30, cacheRead: 0.3, cacheWrite: 6 };
const table = tableOf(
  rowOf('flat'),
  rowOf('tiered', { tiers: [{ aboveInputTokens: 1000, ...TIER }] }),
  rowOf('hourly', { cacheWrite1h: 4 }),
  rowOf('sparse', { cacheRead: null, cacheWrite: null }),
);
const M = 1_000_000;

describe('the cost of requests', () => {
  it('prices each kind of token', () => {
    const cost = costOf(
      [request('flat', { input: M, cacheRead: M, cacheWrite: M, output: M })],
      table,
    );
    expect(cost).toEqual({
      usd: 13.1,
      atLeast: 13.1,
      bounds: 'exact',
      unknown: [],
      tierUnknown: [],
      cacheLifeUnknown: [],
    });
  });

  it('adds without drift', () => {
    const dime = request('flat', { cacheRead: M });
    expect(0.1 + 0.1 + 0.1).not.toBe(0.3);
    expect(costOf([dime, dime, dime], table).usd).toBe(0.3);
  });

  it('costs nothing for nothing, whatever the model', () => {
    expect(costOf([], table).usd).toBe(0);
    expect(costOf([request('who', {}), request(null, {})], table).usd).toBe(0);
  });

  it('refuses what is no count of tokens', () => {
    expect(() => costOf([request('flat', { input: 1.5 })], table)).toThrow(RangeError);
    expect(() => costOf([request('flat', { input: 5, cacheRead: -1 })], table)).toThrow(RangeError);
    expect(() => costOf([request('flat', { input: 1, cacheRead: -1 })], table)).toThrow(RangeError);
    const hours = { cacheWrite: 1, cacheWrite1h: 2 };
    expect(() => costOf([request('hourly', hours)], table)).toThrow(RangeError);
  });

  it('takes the price of an override', () => {
    const cost = costOf([request('flat', { input: M })], table, [rowOf('flat', { input: 7 })]);
    expect(cost.usd).toBe(7);
  });
});

describe('a model without a price', () => {
  it('leaves the whole unknown and keeps the known part beside it', () => {
    const cost = costOf(
      [request('flat', { input: M }), request('who', { output: 1 }), request(null, { input: 1 })],
      table,
    );
    expect(cost).toMatchObject({
      usd: null,
      atLeast: 1,
      bounds: 'lower',
      unknown: ['a model the agent did not name', 'who'],
    });
  });

  it('may lack the price of one kind only', () => {
    expect(costOf([request('sparse', { input: M, output: M })], table).usd).toBe(11);
    expect(
      costOf([request('sparse', { input: M, cacheRead: 1, cacheWrite: 1 })], table),
    ).toMatchObject({
      usd: null,
      atLeast: 1,
      unknown: ['sparse cache reads', 'sparse cache writes'],
    });
  });
});

describe('tiers', () => {
  it('are decided by the whole input side of a request, and hold for all of it', () => {
    const at = { input: 400, cacheRead: 300, cacheWrite: 300, output: 10 };
    const low = (400 + 30 + 600 + 100) / M;
    const high = (401 * 3 + 90 + 1800 + 300) / M;
    expect(costOf([request('tiered', at)], table).usd).toBe(low);
    expect(costOf([request('tiered', { ...at, input: 401 })], table).usd).toBe(high);
    expect(costOf([request('tiered', { output: M })], table).usd).toBe(10);
  });

  it('are decided by request, not by the sum', () => {
    const half = request('tiered', { input: 600 });
    expect(costOf([half, half], table).usd).toBe(0.0012);
    expect(costOf([request('tiered', { input: 1200 })], table).usd).toBe(0.0036);
  });

  it('are out of reach of a sum that is itself small', () => {
    expect(costOf([total('tiered', { input: 1000, output: 10 })], table)).toMatchObject({
      usd: 0.0011,
      bounds: 'exact',
    });
  });

  it('leave a larger sum known from below', () => {
    expect(costOf([total('tiered', { input: 1001 })], table)).toMatchObject({
      usd: null,
      atLeast: 0.001001,
      bounds: 'lower',
      tierUnknown: ['tiered'],
      unknown: [],
    });
    expect(costOf([total('flat', { input: 5 * M })], table).usd).toBe(5);
  });

  it('leave the price of a kind unknown that one of them does not name', () => {
    const tier = { aboveInputTokens: 10, ...TIER, cacheRead: null };
    const gap = tableOf(rowOf('gap', { tiers: [tier] }));
    expect(costOf([request('gap', { input: 1, cacheRead: 9 })], gap).usd).toBe(0.0000019);
    expect(costOf([total('gap', { input: 1, cacheRead: 10 })], gap)).toMatchObject({
      usd: null,
      atLeast: 0.000001,
      unknown: ['gap cache reads'],
      tierUnknown: ['gap'],
    });
  });

  it('take the lowest of several', () => {
    const odd = tableOf(
      rowOf('odd', {
        tiers: [
          { aboveInputTokens: 10, ...TIER, input: 0.5 },
          { aboveInputTokens: 20, ...TIER },
        ],
      }),
    );
    expect(costOf([total('odd', { input: M })], odd).atLeast).toBe(0.5);
    expect(costOf([request('odd', { input: 15 })], odd).usd).toBe(0.0000075);
    expect(costOf([request('odd', { input: 21 })], odd).usd).toBe(0.000063);
  });
});

describe('how long a cache write lives', () => {
  it('has a price of its own', () => {
    const tokens = { cacheWrite: 3 * M, cacheWrite1h: M };
    expect(costOf([request('hourly', tokens)], table).usd).toBe(8);
    expect(costOf([request('hourly', { cacheWrite: M, cacheWrite1h: 0 })], table).usd).toBe(2);
  });

  it('leaves the cost known from below where the agent does not say', () => {
    expect(costOf([request('hourly', { cacheWrite: M })], table)).toMatchObject({
      usd: null,
      atLeast: 2,
      cacheLifeUnknown: ['hourly'],
    });
    expect(costOf([request('hourly', { input: M })], table).usd).toBe(1);
    expect(costOf([request('flat', { cacheWrite: M })], table).usd).toBe(2);
    const same = tableOf(rowOf('same', { cacheWrite1h: 2 }));
    expect(costOf([request('same', { cacheWrite: M })], same).usd).toBe(2);
  });

  it('may make no difference, or have no price', () => {
    const tokens = { cacheWrite: 2, cacheWrite1h: 1 };
    expect(costOf([request('flat', tokens)], table).usd).toBe(0.000004);
    const open = tableOf(rowOf('open', { cacheWrite1h: null }));
    expect(costOf([request('open', tokens)], open)).toMatchObject({
      usd: null,
      atLeast: 0.000002,
      unknown: ['open cache writes for an hour'],
      cacheLifeUnknown: [],
    });
    expect(costOf([request('open', { cacheWrite: 2 })], open)).toMatchObject({
      usd: null,
      atLeast: 0,
      unknown: ['open cache writes'],
    });
  });
});

describe('costs together', () => {
  it('sum up, with every doubt once', () => {
    const sure = costOf([request('flat', { input: M })], table);
    const unsure = costOf([request('who', { input: 1 })], table);
    expect(addCosts([])).toMatchObject({ usd: 0, bounds: 'exact' });
    expect(addCosts([sure, sure])).toMatchObject({ usd: 2, bounds: 'exact' });
    expect(addCosts([sure, unsure, unsure])).toMatchObject({
      usd: null,
      atLeast: 1,
      unknown: ['who'],
    });
  });
});

describe('with the real table', () => {
  it('prices a long request of GPT-5.4 as published', () => {
    const tokens = { input: 200_000, cacheRead: 72_000, output: 1000 };
    expect(costOf([request('gpt-5.4', tokens)], PRICE_TABLE).usd).toBe(0.533);
    expect(costOf([request('gpt-5.4', { ...tokens, input: 200_001 })], PRICE_TABLE).usd).toBe(
      1.058505,
    );
  });
});

it('throws for a count that is none, also where another request would make up for it', () => {
  const requests = [request('flat', { input: 5 }), request('flat', { input: -1, output: 1 })];
  expect(() => costOf(requests, table)).toThrow('-1 is not a number of tokens');
});
