import type { CollectedFrom } from '../collect/collected-from.ts';
import { unmeasured } from './receipt.ts';
import type { Receipt } from './receipt.ts';

const UNSEEN = 'taken in by fanin collect';

/**
 * The receipt of work that fanin did not start: its tree is measured as any other, and of who made it nothing is
 * known. There is nobody whose claims could be held against it.
 */
export const collectedReceipt = (receipt: Receipt, collected: CollectedFrom): Receipt => {
  const unknown = unmeasured(UNSEEN);
  return {
    ...receipt,
    collected,
    agent: {
      name: 'unknown',
      adapter: 'unknown',
      version: unknown,
      model: unknown,
      effort: unknown,
      session: unknown,
      delegation: 'unknown',
      fixed: unknown,
    },
    workspace: { ...receipt.workspace, level: 'none', given: unknown },
    commands: [],
    claims: [],
    risks: [],
    refused: unknown,
    usage: unknown,
    cost: unknown,
    subAgents: unknown,
    transcripts: unknown,
    time: unknown,
    exit: null,
  };
};
