import { describe, expect, it } from 'vitest';
import { conflictLines, progressLine } from '../../../src/cli/screens/conflicts.ts';
import type { ConflictReport } from '../../../src/compose/conflicts/conflicts-here.ts';
import { columns } from '../../../src/cli/text/columns.ts';
import { look } from '../sample-model.ts';

const report = (more: Partial<ConflictReport['matrix']>, names = ['a', 'b']): ConflictReport => ({
  target: { name: 'main', commit: 'c'.repeat(40) },
  compared: names.map((name) => ({ name, commit: 'd'.repeat(40), uncommitted: name === 'b' })),
  matrix: { against: [], pairs: [], unread: [], merged: 0, left: 0, ...more },
  shown: [],
  resolvers: {},
});
const files = ['src/x.ts', 'src/y.ts', 'src/z.ts', 'src/w.ts'];

describe('the conflicts', () => {
  it('are answered by the first line', () => {
    expect(conflictLines(report({}), look())).toEqual([
      'No conflict: 2 branches, 1 with uncommitted changes, merge with main and with each other.',
    ]);
    expect(conflictLines(report({}, ['a']), look())).toEqual([
      'No conflict: 1 branch merges with main.',
    ]);
    expect(conflictLines(report({}, []), look())[0]).toMatch(/^Nothing to compare with main/u);
  });

  it('say whom a file is for', () => {
    const found = report({ pairs: [{ a: 'a', b: 'b', files: ['package.json', 'src/x.ts'] }] });
    const lines = conflictLines({ ...found, resolvers: { 'package.json': 'manifest' } }, look());
    expect(lines).toContain('  a × b  package.json (resolver: manifest), src/x.ts');
  });

  it('are told with their files', () => {
    const found = report({
      against: [{ name: 'a', files }],
      pairs: [{ a: 'a', b: 'b', files: ['x'] }],
      left: 3,
    });
    expect(conflictLines(found, look())).toEqual([
      'Conflicts: 1 with main itself, 1 pair with each other (of 2 branches, 1 with uncommitted changes).',
      '',
      'with main itself',
      '  a  src/x.ts, src/y.ts, src/z.ts and 1 more',
      '',
      'with each other',
      '  a × b  x',
      '',
      '3 pairs more share a file and were not merged.',
      '',
      'fanin conflicts --hunks shows the lines in question.',
    ]);
  });

  it('fit a screen, whatever names are in it', () => {
    const long = 'n'.repeat(150);
    const found = report(
      { pairs: [{ a: long, b: 'b', files: [long] }], unread: [{ name: long, why: long }] },
      [long, 'b'],
    );
    for (const line of conflictLines(found, look())) expect(columns(line)).toBeLessThanOrEqual(100);
    expect(progressLine(1234, 56_789)).toBe('merged 1,234 of 56,789');
  });
});
