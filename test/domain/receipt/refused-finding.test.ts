import { describe, expect, it } from 'vitest';
import { measured, unmeasured } from '../../../src/domain/receipt/receipt.ts';
import { refusedFinding } from '../../../src/domain/receipt/refused-finding.ts';

const texts = (refused: readonly string[]) =>
  refusedFinding(measured(refused), '/w').map(({ text }) => text);

describe('what an agent tried and was refused', () => {
  it('is no finding where nothing was, or nobody watched', () => {
    expect(refusedFinding(measured([]), '/w')).toEqual([]);
    expect(refusedFinding(unmeasured('no guard watched the agent'), '/w')).toEqual([]);
  });

  it('is one that blocks nothing, in words for people', () => {
    expect(refusedFinding(measured(['git stash (guard: shared-stash)']), null)).toEqual([
      {
        kind: 'refused-command',
        text: 'tried git stash (guard: shared-stash); refused, the agent went on',
        blocks: false,
      },
    ]);
    expect(texts(['Write /w/src/seq/util.c (guard: out-of-scope)'])).toEqual([
      'tried Write src/seq/util.c, outside its scope; refused, the agent went on',
    ]);
  });

  it('names the first, and counts the rest', () => {
    expect(texts(['a', 'b'])).toEqual(['tried a, b; refused, the agent went on']);
    expect(texts(['a', 'b', 'c', 'd'])).toEqual([
      'tried a, b and 2 more; refused, the agent went on',
    ]);
    expect(texts(['x'.repeat(500)])[0]?.length).toBeLessThan(200);
  });
});
