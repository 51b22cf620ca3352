import { describe, expect, it } from 'vitest';
import { duplicateLines } from '../../../src/cli/screens/duplicates.ts';
import type { DuplicateReport } from '../../../src/compose/duplicates/duplicates-here.ts';
import type { CodeReport, Side } from '../../../src/domain/duplicates/finding.ts';
import { look } from '../sample-model.ts';

const block = (of: string | null, path: string, line: number): Side => ({
  of,
  symbol: 'const rows = read(text);',
  kind: 'block',
  path,
  line,
  endLine: line + 11,
  users: null,
});
const report = (code: Partial<CodeReport>): DuplicateReport => ({
  target: { name: 'main', commit: 'c' },
  compared: [{ name: 'one', commit: 'd', uncommitted: false }],
  code: {
    findings: [],
    exports: {},
    added: { one: 2 },
    unread: [],
    skipped: {},
    left: 0,
    copies: { unlooked: null, more: 0, left: 0 },
    ...code,
  },
});

describe('blocks that were copied', () => {
  it('stand below each other with their lines', () => {
    const text = duplicateLines(
      report({
        findings: [
          {
            kind: 'duplicate',
            a: block('one', 'src/a.ts', 3),
            b: block(null, 'src/b.ts', 40),
            score: 1,
            why: '12 lines are the same word for word (90 tokens)',
          },
        ],
        copies: { unlooked: null, more: 3, left: 1 },
      }),
      look(),
    ).join('\n');
    expect(text).toContain('src/a.ts:3-14');
    expect(text).toContain('src/b.ts:40-51');
    expect(text).toContain('Let src/a.ts use what src/b.ts:40-51 has');
    expect(text).toContain('3 more blocks were copied word for word.');
    expect(text).toContain('1 file with added lines: too large to look for copies.');
  });

  it('are said to be not looked for, with the reason', () => {
    const copies = { unlooked: 'jscpd is not here: none', more: 0, left: 0 };
    expect(duplicateLines(report({ copies }), look())).toContain(
      'Copies word for word were not looked for: jscpd is not here: none',
    );
  });
});
