import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCosts, costOf } from '../../../src/domain/cost/cost.ts';
import { costText } from '../../../src/domain/cost/cost-text.ts';
import { fromUsd, priceOfTokens, toUsd } from '../../../src/domain/cost/money.ts';
import { PRICE_TABLE } from '../../../src/domain/cost/price-table.ts';
import { inputSide } from '../../../src/domain/cost/tokens.ts';
import type { Spent } from '../../../src/domain/cost/tokens.ts';
import { addUsage, NO_TOKENS, totalTokens } from '../../../src/domain/receipt/token-usage.ts';
import { request } from './tables.ts';

const KNOWN = PRICE_TABLE.rows.map(({ model }) => model);
const count = fc.nat({ max: 400_000 });
const tokens = fc
  .record({
    input: count,
    cacheRead: count,
    cacheWrite: count,
    output: count,
    hour: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ hour, ...kinds }) => ({ ...kinds, cacheWrite1h: Math.floor(kinds.cacheWrite * hour) }));
const spentOf = (model: fc.Arbitrary<string>): fc.Arbitrary<Spent> =>
  fc.record({ model, tokens, of: fc.constantFrom<Spent['of'][]>('request', 'total') });
const anySpent = fc.array(spentOf(fc.constantFrom(...KNOWN, 'who-1', 'who-2')), { maxLength: 12 });

describe('cost, for all that is spent', () => {
  it('is the sum of the costs of its parts', () => {
    fc.assert(
      fc.property(anySpent, fc.nat({ max: 12 }), (spent, cut) => {
        const parts = [spent.slice(0, cut), spent.slice(cut)].map((part) =>
          costOf(part, PRICE_TABLE),
        );
        expect(addCosts(parts)).toEqual(costOf(spent, PRICE_TABLE));
      }),
    );
  });

  it('does not depend on the order', () => {
    fc.assert(
      fc.property(
        anySpent.chain((spent) =>
          fc.tuple(
            fc.constant(spent),
            fc.shuffledSubarray(spent, { minLength: spent.length, maxLength: spent.length }),
          ),
        ),
        ([spent, shuffled]) => {
          expect(costOf(shuffled, PRICE_TABLE)).toEqual(costOf(spent, PRICE_TABLE));
        },
      ),
    );
  });

  it('is never a number once a model with tokens has no price', () => {
    fc.assert(
      fc.property(anySpent, spentOf(fc.constant('who')), (spent, who) => {
        fc.pre(totalTokens(who.tokens) > 0);
        const cost = costOf([...spent, who], PRICE_TABLE);
        expect(cost.usd).toBeNull();
        expect(cost.unknown).toContain('who');
        expect(costText(cost)).not.toMatch(/^\$/u);
      }),
    );
  });

  it('is more than 0 for tokens of a model with a price, and reads so', () => {
    fc.assert(
      fc.property(spentOf(fc.constantFrom(...KNOWN)), (spent) => {
        fc.pre(spent.tokens.input + spent.tokens.output > 0);
        const cost = costOf([spent], PRICE_TABLE);
        expect(cost.atLeast).toBeGreaterThan(0);
        expect(costText(cost)).not.toMatch(/\$0\.0*(?:\s|$)/u);
      }),
    );
  });

  it('of a sum of requests is not above what the requests cost', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KNOWN),
        fc.array(tokens, { minLength: 1, maxLength: 6 }),
        (model, requests) => {
          const each = costOf(
            requests.map((part) => request(model, part)),
            PRICE_TABLE,
          );
          const hours = requests.reduce((sum, part) => sum + part.cacheWrite1h, 0);
          const whole: Spent = {
            model,
            tokens: { ...requests.reduce(addUsage, NO_TOKENS), cacheWrite1h: hours },
            of: 'total',
          };
          const summed = costOf([whole], PRICE_TABLE);
          expect(summed.atLeast).toBeLessThanOrEqual(each.atLeast);
          if (summed.bounds === 'exact') expect(each.usd).toBe(summed.usd);
        },
      ),
    );
  });

  it('jumps where a request passes a tier, and nowhere before', () => {
    const tiered = PRICE_TABLE.rows.flatMap((row) =>
      (row.tiers ?? []).map((tier) => ({ row, tier })),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...tiered),
        fc.double({ min: 0, max: 1, noNaN: true }),
        count,
        ({ row, tier }, share, output) => {
          const cached = row.cacheRead === null ? 0 : Math.floor(tier.aboveInputTokens * share);
          const at = {
            input: tier.aboveInputTokens - cached,
            cacheRead: cached,
            cacheWrite: 0,
            output,
          };
          const above = { ...at, input: at.input + 1 };
          const units = (rates: typeof row | typeof tier, part: typeof at) =>
            priceOfTokens(part.input, rates.input) +
            priceOfTokens(part.cacheRead, rates.cacheRead ?? 0) +
            priceOfTokens(part.output, rates.output);
          expect(inputSide(at)).toBe(tier.aboveInputTokens);
          expect(costOf([request(row.model, at)], PRICE_TABLE).usd).toBe(toUsd(units(row, at)));
          expect(costOf([request(row.model, above)], PRICE_TABLE).atLeast).toBe(
            toUsd(units(tier, { ...above, cacheRead: tier.cacheRead === null ? 0 : cached })),
          );
        },
      ),
    );
  });
});

describe('money', () => {
  it('survives being a number of USD, up to 4000', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 4_000_000_000_000_000n }), (units) => {
        expect(fromUsd(toUsd(units))).toBe(units);
      }),
    );
  });

  it('has a whole number of units for a token at any rate of 6 decimals', () => {
    expect(0.000_249 * 1_000_000).not.toBe(249);
    fc.assert(
      fc.property(fc.nat({ max: 600_000_000 }), (steps) => {
        expect(priceOfTokens(1, steps / 1_000_000)).toBe(BigInt(steps));
      }),
    );
    expect(priceOfTokens(1, 0.000_249)).toBe(249n);
  });

  it('adds up to the same as multiplying at once', () => {
    const rates = fc.nat({ max: 600_000_000 }).map((steps) => steps / 1_000_000);
    fc.assert(
      fc.property(rates, count, count, (rate, a, b) => {
        expect(priceOfTokens(a, rate) + priceOfTokens(b, rate)).toBe(priceOfTokens(a + b, rate));
      }),
    );
  });
});
