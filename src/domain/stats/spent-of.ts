import type { Spent } from '../governor/spent.ts';
import type { Receipt } from '../receipt/receipt.ts';
import { totalTokens } from '../receipt/token-usage.ts';
import type { AttemptView } from '../run/views.ts';
import type { AttemptRecord } from './attempt-record.ts';
import { atLeast, exactly, NOTHING, UNKNOWN, type Quantity } from './quantity.ts';

/** What tells of what an attempt used: its view, its receipt and what it told last; null: there is none. */
export interface SpentSources {
  readonly view: AttemptView;
  readonly receipt: Pick<Receipt, 'usage' | 'cost' | 'time'> | null;
  readonly told: Spent | null;
}

/** What an attempt used. A part of a delivery was made by nobody: it used nothing. What was collected is not known. */
export function spentOf(sources: SpentSources): Pick<AttemptRecord, 'tokens' | 'usd' | 'workMs'> {
  const { view, receipt } = sources;
  if (view.split !== undefined) return { tokens: NOTHING, usd: NOTHING, workMs: NOTHING };
  if (view.collected !== undefined) return { tokens: UNKNOWN, usd: UNKNOWN, workMs: UNKNOWN };
  if (view.startedAt === null) return { tokens: NOTHING, usd: NOTHING, workMs: NOTHING };
  return {
    tokens: tokensOf(sources),
    usd: usdOf(sources),
    workMs: receipt?.time.measured === true ? exactly(receipt.time.value.workedMs) : workOf(view),
  };
}

function tokensOf({ view, receipt, told }: SpentSources): Quantity {
  if (receipt?.usage.measured === true) {
    const { value } = receipt.usage;
    return value.atLeast ? atLeast(totalTokens(value)) : exactly(totalTokens(value));
  }
  return told === null ? UNKNOWN : lastWord(view, told.tokens);
}

function usdOf({ view, receipt, told }: SpentSources): Quantity {
  if (receipt?.cost.measured === true) return exactly(receipt.cost.value.usd);
  if (told === null || told.usd === null) return UNKNOWN;
  // A receipt that does not know the cost has looked more closely.
  return receipt === null ? lastWord(view, told.usd) : atLeast(told.usd);
}

/** An agent that was broken off may not have told the rest. */
const lastWord = ({ outcome }: AttemptView, value: number): Quantity =>
  outcome === 'delivered' || outcome === 'empty' ? exactly(value) : atLeast(value);

function workOf({ startedAt, endedAt, rateLimitedMs, peopleMs }: AttemptView): Quantity {
  if (startedAt === null || endedAt === null) return UNKNOWN;
  return exactly(Math.max(0, endedAt - startedAt - rateLimitedMs - peopleMs));
}
