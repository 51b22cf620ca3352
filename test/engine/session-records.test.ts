import { describe, expect, it } from 'vitest';
import { SESSION_RECORDS } from '../../src/domain/receipt/session-records.ts';
import type { Receipt } from '../../src/domain/receipt/receipt.ts';
import type { IsolationLevel } from '../../src/domain/attempt/attempt.ts';
import { planOf, taskOf } from '../support/plans.ts';
import { engineBench, startOn } from '../support/engine-bench.ts';

const A = 'r1-a-1';
const TOLD = '/room/home/.agent/s.jsonl';

/** The receipt of an attempt whose agent named one record, and of which the harvest kept this. */
const receiptAt = async (isolation: IsolationLevel, kept: string | null): Promise<Receipt> => {
  const bench = engineBench();
  const plan = planOf([taskOf('a', { isolation })]);
  const watched = await startOn(bench, { first: [bench.startLetter('r1', plan)] });
  bench.files.output.set(A, [{ kind: 'transcript', path: TOLD }]);
  if (kept !== null) await bench.files.files.write(A, SESSION_RECORDS, kept);
  bench.work(A, 'a/x');
  await watched.end();
  const receipt = bench.files.receipts.get(A);
  if (receipt === undefined) throw new Error('there is no receipt');
  return receipt;
};

describe('the transcripts of a receipt', () => {
  it('are the person’s own files where no boundary is', async () => {
    const { transcripts } = await receiptAt('worktree', null);
    expect(transcripts).toEqual({ measured: true, value: [TOLD] });
  });

  it('are the copies where HOME was private', async () => {
    const records = { kept: [{ from: TOLD, file: 'sessions/.agent/s.jsonl' }], left: [] };
    const { transcripts } = await receiptAt('sandbox', JSON.stringify(records));
    expect(transcripts).toEqual({
      measured: true,
      value: [`/fake/attempts/${A}/sessions/.agent/s.jsonl`],
    });
  });

  it('say why they are not known, and hold nothing up, where none were kept', async () => {
    for (const kept of [null, 'no JSON', '{"kept":[],"left":[]}']) {
      const { transcripts, findings } = await receiptAt('sandbox', kept);
      expect(transcripts).toMatchObject({ measured: false });
      expect(findings).toEqual([]);
    }
  });
});
