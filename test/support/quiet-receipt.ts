import type { Receipt } from '../../src/domain/receipt/receipt.ts';

/** The parts of a receipt that most tests have nothing to say about. */
export const quietReceipt: Pick<
  Receipt,
  | 'schema'
  | 'collected'
  | 'split'
  | 'subAgents'
  | 'messages'
  | 'questions'
  | 'trouble'
  | 'transcripts'
  | 'time'
> = {
  schema: 4,
  collected: null,
  split: null,
  time: { measured: false, why: 'none' },
  subAgents: { measured: false, why: 'none' },
  messages: [],
  questions: [],
  trouble: null,
  transcripts: { measured: false, why: 'none' },
};

/** The same for its agent. */
export const quietAgent: Pick<Receipt['agent'], 'session' | 'delegation' | 'fixed'> = {
  session: { measured: false, why: 'not told' },
  delegation: 'off',
  fixed: { measured: false, why: 'not told' },
};
