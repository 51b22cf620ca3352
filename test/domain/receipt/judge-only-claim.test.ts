import { describe, expect, it } from 'vitest';
import { unmeasured } from '../../../src/domain/receipt/receipt.ts';
import { judgeClaim } from '../../../src/domain/receipt/judge-claim.ts';

const file = (path: string, inScope = true) => ({
  path,
  inScope,
  change: 'modified' as const,
  from: null,
  added: 1,
  removed: 0,
});

describe('a claim that nothing else was changed', () => {
  it.each([
    'Nothing but docs/stray.md was changed.',
    'Only docs/stray.md was changed.',
    'I changed docs/stray.md and nothing else.',
  ])('is contradicted by another file, whether in scope or not: %s', (text) => {
    for (const other of [file('README.md', false), file('docs/other.md')]) {
      const judged = judgeClaim(text, {
        checks: [],
        exports: unmeasured('no'),
        files: [file('docs/stray.md'), other],
      });
      expect(judged).toEqual({
        verdict: 'contradicted',
        because: `${other.path} was changed as well`,
      });
    }
    const alone = judgeClaim(text, {
      checks: [],
      exports: unmeasured('no'),
      files: [file('docs/stray.md')],
    });
    expect(alone.verdict).toBe('confirmed');
  });

  it('is contradicted when the named file was not changed either', () => {
    const judged = judgeClaim('Only a.ts was changed.', {
      checks: [],
      exports: unmeasured('no'),
      files: [],
    });
    expect(judged.verdict).toBe('contradicted');
  });
});
