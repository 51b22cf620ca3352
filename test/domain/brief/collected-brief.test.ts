import { describe, expect, it } from 'vitest';
import type { Comeback } from '../../../src/domain/attempt/attempt.ts';
import type { CollectedBrief } from '../../../src/domain/brief/collected-brief.ts';
import { renderBrief } from '../../../src/domain/brief/render-brief.ts';
import { taskOf } from '../../support/plans.ts';
import { fromBranch } from '../../support/collected-work.ts';

const sha = (digit: string): string => digit.repeat(40);
const comeback = (kind: Comeback['kind'], text = 'what was wrong\n'): Comeback => ({
  from: 'r1-seq-1',
  kind,
  text,
  commit: sha('c'),
});
const input = (more: Partial<CollectedBrief> = {}): CollectedBrief => ({
  task: taskOf('seq', { prompt: 'Port seq.\n\nIts commits:\n\n- Port seq.\n' }),
  n: 1,
  split: null,
  from: fromBranch('feature/seq', sha('d'), { worktree: '/home/ada/wt', uncommitted: 2 }),
  held: { ref: 'refs/fanin/r1/harvest/seq/1', commit: sha('c') },
  base: sha('b'),
  target: { ref: 'refs/heads/fanin/r1/target', commit: sha('e') },
  landed: [{ task: 'core', commit: sha('e'), files: ['src/core.c', 'src/core.h'] }],
  comeback: comeback('conflict'),
  ...more,
});

describe('the brief of work that was collected and came back', () => {
  it('tells everything that whoever mends it must know', () => {
    expect(renderBrief(input())).toMatchSnapshot();
  });

  it.each(['red', 'review'] as const)('says what to do about a %s', (kind) => {
    expect(renderBrief(input({ comeback: comeback(kind), landed: [] }))).toMatchSnapshot();
  });

  it('says how to get at work that no work copy has', () => {
    const text = renderBrief(input({ from: fromBranch(`it's/mine`, sha('d')) }));
    expect(text).toContain(String.raw`git worktree add ../it-s-mine 'it'\''s/mine'`);
    expect(text).toContain(String.raw`fanin collect 'it'\''s/mine'`);
  });

  it('names a work copy on no branch by its path', () => {
    const from = fromBranch('x', sha('d'), { branch: null, worktree: '/home/ada/wt' });
    const text = renderBrief(input({ from }));
    expect(text).toContain('- In /home/ada/wt, at commit dddddddddddd when it was taken in.');
    expect(text).toContain('`fanin collect /home/ada/wt` takes it in again, as seq#2');
  });

  it('stays short where much has landed', () => {
    const files = Array.from({ length: 30 }, (_each, k) => `src/${k}.c`);
    const text = renderBrief(input({ landed: [{ task: 'core', commit: sha('e'), files }] }));
    expect(text).toContain('`src/7.c`, 22 more');
  });
});
