import { unmeasured } from '../domain/receipt/receipt.ts';
import type { Receipt } from '../domain/receipt/receipt.ts';

const BEFORE = 'this receipt is of an older fanin';

/** A receipt of any released schema in the current one. Later versions only add; what they add is not known of older ones. */
export const currentReceipt = (stored: Receipt | EarlierReceipt): Receipt => {
  if (stored.schema === 5) return stored;
  const fourth = stored.schema === 4 ? stored : fromThird(stored);
  return { ...fourth, schema: 5, exports: unmeasured(BEFORE) };
};

const fromThird = (stored: ThirdReceipt | SecondReceipt | FirstReceipt): FourthReceipt => {
  const third = stored.schema === 3 ? stored : fromSecond(stored);
  return { ...third, schema: 4, collected: null, split: null };
};

const fromSecond = (stored: SecondReceipt | FirstReceipt): ThirdReceipt => {
  const second = stored.schema === 2 ? stored : fromFirst(stored);
  const workspace = { ...second.workspace, given: unmeasured(BEFORE) };
  return { ...second, schema: 3, workspace, time: unmeasured(BEFORE) };
};

const fromFirst = (stored: FirstReceipt): SecondReceipt => {
  const { agent, usage } = stored;
  return {
    ...stored,
    schema: 2,
    agent: { ...agent, session: unmeasured(BEFORE), delegation: 'off', fixed: unmeasured(BEFORE) },
    usage: usage.measured
      ? { measured: true, value: { ...usage.value, sub: unmeasured(BEFORE), atLeast: false } }
      : usage,
    subAgents: unmeasured(BEFORE),
    messages: [],
    questions: [],
    trouble: null,
    transcripts: unmeasured(BEFORE),
  };
};

type EarlierReceipt = FourthReceipt | ThirdReceipt | SecondReceipt | FirstReceipt;

/** Schema 4: nobody read what was exported. */
interface FourthReceipt extends Omit<Receipt, 'schema' | 'exports'> {
  readonly schema: 4;
}

/** Schema 3: nothing was collected or split. */
interface ThirdReceipt extends Omit<FourthReceipt, 'schema' | 'collected' | 'split'> {
  readonly schema: 3;
}

/** Schema 2: nobody told apart where the time went, and there was no boundary. */
interface SecondReceipt extends Omit<ThirdReceipt, 'schema' | 'time' | 'workspace'> {
  readonly schema: 2;
  readonly workspace: Omit<Receipt['workspace'], 'given'>;
}

/** Schema 1, of 0.1. */
interface FirstReceipt extends Omit<SecondReceipt, 'schema' | 'agent'> {
  readonly schema: 1;
  readonly agent: Omit<Receipt['agent'], 'session' | 'delegation' | 'fixed'>;
}
