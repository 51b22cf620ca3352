import { describe, expect, it } from 'vitest';
import { deliverableFindings, deliverableLeft } from '../../../src/domain/receipt/deliverable.ts';

const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

describe('what is left of a deliverable', () => {
  it.each([
    [null, null, 'missing'],
    [null, 'a', 'missing'],
    ['a', 'a', 'unchanged'],
    [EMPTY, EMPTY, 'unchanged'],
    [EMPTY, null, 'empty'],
    [EMPTY, 'a', 'empty'],
    ['a', null, 'changed'],
    ['b', 'a', 'changed'],
  ] as const)('is, with %s there now and %s before, %s', (now, before, left) => {
    expect(deliverableLeft('x', now, before)).toEqual({ path: 'x', left });
    const kinds = deliverableFindings([{ path: 'x', left }]).map(({ kind, blocks }) => [
      kind,
      blocks,
    ]);
    expect(kinds).toEqual(left === 'changed' ? [] : [[`${left}-deliverable`, true]]);
  });
});
