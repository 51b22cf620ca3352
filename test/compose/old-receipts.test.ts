import { describe, expect, it } from 'vitest';
import { currentReceipt } from '../../src/compose/old-receipts.ts';
import type { Receipt } from '../../src/domain/receipt/receipt.ts';
import { quietReceipt } from '../support/quiet-receipt.ts';

describe('a receipt of schema 4', () => {
  it('says that nobody knows what it did to exports, and keeps the rest', () => {
    const { exports: _later, ...before } = quietReceipt;
    const fourth = { ...before, schema: 4 as const, collected: null };
    const now = currentReceipt(fourth as Parameters<typeof currentReceipt>[0]);
    expect(now).toEqual({
      ...fourth,
      schema: 5,
      exports: { measured: false, why: 'this receipt is of an older fanin' },
    });
    const current = quietReceipt as Receipt;
    expect(currentReceipt(current)).toBe(current);
  });
});
