import { describe, expect, it } from 'vitest';
import { costOfOutput, spentByOutput, usageOf } from '../../../src/domain/receipt/account.ts';
import { emptySummary } from '../../../src/domain/receipt/output-summary.ts';
import type { OutputSummary, UsageSummary } from '../../../src/domain/receipt/output-summary.ts';
import { NO_TOKENS } from '../../../src/domain/receipt/token-usage.ts';

const MILLION = { ...NO_TOKENS, input: 1_000_000 };
const own = { model: 'own', input: 3, output: 9, cacheRead: 1, cacheWrite: 4 };
const used = (more: Partial<UsageSummary>, rest: Partial<OutputSummary> = {}): OutputSummary => ({
  ...emptySummary,
  usage: { total: MILLION, sub: null, models: null, requests: null, lowerBound: false, ...more },
  ...rest,
});

describe('the cost of an attempt', () => {
  it('is that of its requests, by a price of one’s own before the table’s', () => {
    const requests = [{ model: 'own', usage: MILLION }];
    expect(costOfOutput(used({ requests }), [own])).toMatchObject({ value: { usd: 3 } });
  });

  it('is that of its models where requests are not known', () => {
    const models = [{ model: 'own', usage: MILLION }];
    expect(costOfOutput(used({ models }), [own])).toMatchObject({ value: { usd: 3 } });
  });

  it('names the table that it comes from', () => {
    const cost = costOfOutput(used({ models: [{ model: 'own', usage: MILLION }] }), [own]);
    expect(cost).toMatchObject({
      value: { source: expect.stringMatching(/sha256 [0-9a-f]{12}/u) as unknown },
    });
  });

  it('is the agent’s own figure where no price is known, and else unknown, never 0', () => {
    const models = [{ model: 'nobody-knows', usage: MILLION }];
    expect(costOfOutput(used({ models }, { costUsd: 2 }), [])).toMatchObject({
      value: { usd: 2, source: "the agent's own figure" },
    });
    expect(costOfOutput(used({ models }), [])).toEqual({ measured: false, why: 'unknown' });
    expect(costOfOutput(used({}), [])).toMatchObject({ measured: false });
  });

  it('of an agent that was stopped is known from below alone', () => {
    const models = [{ model: 'own', usage: MILLION }];
    expect(costOfOutput(used({ models, lowerBound: true }), [own])).toMatchObject({
      measured: false,
      why: expect.stringMatching(/^≥ \$3\.00: the agent ended/u) as unknown,
    });
    expect(costOfOutput(used({ lowerBound: true }, { costUsd: 2 }), [])).toMatchObject({
      why: expect.stringContaining('≥ $2.00') as unknown,
    });
    expect(costOfOutput(used({ lowerBound: true }), [])).toMatchObject({
      why: expect.stringContaining('unknown:') as unknown,
    });
    expect(usageOf(used({ lowerBound: true }))).toMatchObject({ value: { atLeast: true } });
  });

  it('is not known of an agent that tells nothing', () => {
    expect(costOfOutput(emptySummary, [])).toMatchObject({ measured: false });
    expect(costOfOutput({ ...emptySummary, costUsd: 0.5 }, [])).toMatchObject({
      value: { usd: 0.5 },
    });
  });
});

describe('what the limits count', () => {
  const models = [{ model: 'own', usage: MILLION }];

  it('is what is certain, also of an agent that has not told everything', () => {
    expect(spentByOutput(used({ models }), [own])).toEqual({ tokens: 1_000_000, usd: 3 });
    expect(spentByOutput(used({ models, lowerBound: true }), [own])).toMatchObject({ usd: 3 });
  });

  it('is not known where a price is not, but for the agent’s own figure', () => {
    const unpriced = used({ models: [{ model: 'nobody-knows', usage: MILLION }] });
    expect(spentByOutput(unpriced, [])).toEqual({ tokens: 1_000_000, usd: null });
    expect(spentByOutput({ ...unpriced, costUsd: 2 }, [])).toMatchObject({ usd: 2 });
    expect(spentByOutput(emptySummary, [])).toBeNull();
  });
});
