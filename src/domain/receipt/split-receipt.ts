import { attemptLabel } from '../ids.ts';
import type { SplitFrom } from '../split/split-from.ts';
import type { Facts } from './facts.ts';
import { unmeasured } from './receipt.ts';
import type { Receipt } from './receipt.ts';

/** What is known of a part: its agent said what it said of the whole, so that nothing of it is a claim about the part. */
export const withoutClaims = (facts: Facts): Facts => ({
  ...facts,
  handoff:
    typeof facts.handoff === 'object' && 'claims' in facts.handoff
      ? { ...facts.handoff, claims: [], skipped: [] }
      : 'none',
  output: { ...facts.output, finalText: '', commands: [], refused: [], questions: [] },
  guarded: null,
  talk: { messages: [], questions: [] },
});

/**
 * The receipt of a part of a delivery: its tree is measured as any other. What its agent did and spent is in the receipt
 * of the whole alone, so that nothing is counted twice; the risks that it named hold for each part.
 */
export const splitReceipt = (receipt: Receipt, split: SplitFrom): Receipt => {
  const elsewhere = unmeasured(`see the receipt of ${attemptLabel(split.task, split.n)}`);
  return {
    ...receipt,
    split,
    refused: elsewhere,
    usage: elsewhere,
    cost: elsewhere,
    subAgents: elsewhere,
    time: elsewhere,
    trouble: null,
    exit: null,
  };
};
