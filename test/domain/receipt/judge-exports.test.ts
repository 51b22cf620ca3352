import { describe, expect, it } from 'vitest';
import type { ExportChange } from '../../../src/domain/duplicates/addition.ts';
import { judgeClaim } from '../../../src/domain/receipt/judge-claim.ts';
import { measured, unmeasured } from '../../../src/domain/receipt/receipt.ts';

const gone: ExportChange = {
  change: 'removed',
  kind: 'function',
  name: 'load',
  path: 'src/a.ts',
  line: 3,
  before: 'load(id)',
  after: '',
};
const judged = (text: string, exports: readonly ExportChange[] | null) =>
  judgeClaim(text, {
    checks: [],
    files: [],
    exports: exports === null ? unmeasured('nobody looks') : measured(exports),
  });

describe('a claim that others can use it as before', () => {
  it.each([
    'The public API is unchanged.',
    'Public API stays the same.',
    'No changes to the public API.',
    'Refactored the loader without changing the public API.',
    'I did not change any exported signatures.',
    'No breaking changes.',
    'The change is backwards compatible.',
    'No API changes.',
  ])('is held against the exports: %s', (text) => {
    expect(judged(text, [])).toEqual({
      verdict: 'confirmed',
      because: 'no export was removed or changed',
    });
    expect(judged(text, [gone, { ...gone, name: 'save' }])).toEqual({
      verdict: 'contradicted',
      because: 'removed load of src/a.ts and 1 more',
    });
    expect(judged(text, null).verdict).toBe('unverified');
  });

  it.each([
    'The public API should stay the same.',
    'Added an API for loading.',
    'Changed the public API.',
  ])('is not read into: %s', (text) => {
    expect(judged(text, [gone]).verdict).toBe('unverified');
  });
});
