import { describe, expect, it } from 'vitest';
import type { Comeback } from '../../../src/domain/attempt/attempt.ts';
import { renderBrief } from '../../../src/domain/brief/render-brief.ts';
import type { BriefInput } from '../../../src/domain/brief/render-brief.ts';
import { scopeOf, taskOf } from '../../support/plans.ts';

const COMMIT = 'c0ffee0123456789c0ffee0123456789c0ffee01';
const input = (more: Partial<BriefInput> = {}): BriefInput => ({
  goal: 'Port the toolkit',
  task: taskOf('seq', {
    prompt: 'Port seq.\nKeep its options.\n',
    writes: scopeOf('src/seq/**', 'docs/seq.md'),
    deliverables: ['src/seq/main.c'],
  }),
  n: 1,
  workspace: '/w/r1-seq-1',
  base: 'abcdef0123456789abcdef0123456789abcdef01',
  deadline: '12:30 UTC',
  minutes: 25,
  handoffFile: '/w/r1-seq-1.handoff.json',
  neighbours: [
    { task: 'core', writes: ['src/core/**'], locks: ['db'] },
    { task: 'all', writes: null, locks: [] },
  ],
  parts: [],
  comeback: null,
  ...more,
});
const comeback = (kind: Comeback['kind'], commit: string | null): Comeback => ({
  from: 'r1-seq-1',
  kind,
  text: 'what was wrong\n',
  commit,
});

describe('a brief', () => {
  it('tells everything that the agent must know', () => {
    expect(renderBrief(input())).toMatchSnapshot();
  });

  it('leaves out what there is not', () => {
    expect(
      renderBrief(
        input({ goal: '', neighbours: [], task: taskOf('a', { writes: null, checks: [] }) }),
      ),
    ).toMatchSnapshot();
  });

  it('tells the assembler what it puts together', () => {
    const parts = [
      { task: 'core', deliverables: ['src/core.c', 'src/core.h'] },
      { task: 'docs', deliverables: [] },
    ];
    expect(renderBrief(input({ parts }))).toContain(
      '\n- core: `src/core.c`, `src/core.h`\n- docs\n\n## Bounds\n',
    );
    expect(renderBrief(input())).not.toContain('## The whole');
  });

  it.each(['conflict', 'red', 'review', 'stopped', 'failed'] as const)(
    'says that an earlier attempt came back: %s',
    (kind) => {
      const text = renderBrief(input({ comeback: comeback(kind, COMMIT) }));
      expect(text).toMatch(/## An earlier attempt \w+/);
      expect(text).toContain('what was wrong');
      expect(text).toContain(`git show ${COMMIT.slice(0, 12)}`);
    },
  );

  it('says how much work is expected, where the plan does', () => {
    const task = taskOf('a', { sizeMs: 7 * 60_000 });
    expect(renderBrief(input({ task }))).toContain('Expected: about 7 minutes of work.');
    expect(renderBrief(input())).not.toContain('Expected');
  });

  it('says that an earlier attempt left nothing', () => {
    expect(renderBrief(input({ comeback: comeback('stopped', null) }))).toContain(
      'It left nothing behind.',
    );
  });
});
