import type { Receipt } from '../../src/domain/receipt/receipt.ts';

/** The parts of a receipt that most tests have nothing to say about. */
export const quietReceipt: Pick<
  Receipt,
  | 'schema'
  | 'exports'
  | 'collected'
  | 'split'
  | 'subAgents'
  | 'messages'
  | 'questions'
  | 'trouble'
  | 'transcripts'
  | 'time'
> = {
  schema: 5,
  exports: { measured: false, why: 'none' },
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
