import { costOf } from '../cost/cost.ts';
import { atLeastText, costText, priceTableText } from '../cost/cost-text.ts';
import type { Price } from '../cost/price.ts';
import { PRICE_TABLE } from '../cost/price-table.ts';
import type { Spent as Priced } from '../cost/tokens.ts';
import type { Spent } from '../governor/spent.ts';
import type { OutputSummary, UsageSummary } from './output-summary.ts';
import { measured, unmeasured } from './receipt.ts';
import { totalTokens } from './token-usage.ts';
import type { Measured, Receipt } from './receipt.ts';

/** Tokens as a receipt shows them. */
export const usageOf = ({ usage }: OutputSummary): Receipt['usage'] => {
  if (usage === null) return unmeasured('the agent reports no usage');
  const { total, sub, lowerBound } = usage;
  return measured({
    ...total,
    sub: sub === null ? unmeasured('the agent does not tell sub-agents apart') : measured(sub),
    atLeast: lowerBound,
  });
};

/**
 * What the tokens cost by the pinned table; by the agent's own figure where the table cannot say.
 * Never 0 for tokens without a price.
 */
export const costOfOutput = (
  { usage, costUsd }: OutputSummary,
  overrides: readonly Price[],
): Measured<{ readonly usd: number; readonly source: string }> => {
  const own =
    costUsd === null ? null : measured({ usd: costUsd, source: "the agent's own figure" });
  if (usage === null) return own ?? unmeasured('the agent reports neither tokens nor a cost');
  const cost = costOf(spentOf(usage), PRICE_TABLE, overrides);
  if (usage.lowerBound) return unmeasured(leastText(Math.max(cost.atLeast, costUsd ?? 0)));
  if (cost.usd !== null) return measured({ usd: cost.usd, source: priceTableText(PRICE_TABLE) });
  return own ?? unmeasured(costText(cost));
};

/** Neither the table nor the agent's own figure knows of what it did not tell any more. */
const leastText = (usd: number): string =>
  `${usd === 0 ? 'unknown' : atLeastText(usd)}: the agent ended before it told all its tokens`;

/** What the limits of a run count; null where the agent tells nothing. */
export const spentByOutput = (output: OutputSummary, overrides: readonly Price[]): Spent | null => {
  if (output.usage === null) return null;
  const { usage, costUsd } = output;
  const cost = costOf(spentOf(usage), PRICE_TABLE, overrides);
  // What is known from below counts: a limit is kept by what is certain.
  const usd = cost.unknown.length === 0 ? Math.max(cost.atLeast, costUsd ?? 0) : costUsd;
  return { tokens: totalTokens(usage.total), usd };
};

/** Request by request where that is known: a tier is decided by each request. */
const spentOf = ({ requests, models, total }: UsageSummary): readonly Priced[] => {
  if (requests !== null)
    return requests.map(({ model, usage }) => ({ model, tokens: usage, of: 'request' }));
  if (models !== null)
    return models.map(({ model, usage }) => ({ model, tokens: usage, of: 'total' }));
  return [{ model: null, tokens: total, of: 'total' }];
};
