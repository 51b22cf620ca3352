import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeRecords } from '../../../../src/adapters/git/matrix/merge-records.ts';

const record = (...parts: readonly string[]): string => parts.map((part) => `${part}\0`).join('');

const CLEAN = record('1', 'aaa', '');
const CONFLICT = record(
  '0',
  'bbb',
  'a.txt',
  'dir/b',
  '',
  '1',
  'a.txt',
  'Auto-merging',
  'Auto-merging a.txt\n',
  '2',
  'a.txt',
  'dir/b',
  'CONFLICT (contents)',
  'CONFLICT (content): …\n',
  '',
);
/** Git's advice stands where the empty field should be. */
const SUBMODULE = record(
  '0',
  'ccc',
  'module',
  '',
  '1',
  'module',
  'CONFLICT (submodule)',
  'Failed to merge submodule\n',
  'Recursive merging with submodules currently only supports trivial cases.\n…',
);
const UNSTAGED = record('0', 'ddd', '', '1', 'x', 'CONFLICT (directory rename split)', '…\n', '');

describe('the records of merge-tree --stdin', () => {
  it('are read whatever follows whatever', () => {
    const kinds = [
      [CLEAN, { kind: 'clean', tree: 'aaa' }],
      [CONFLICT, { kind: 'conflict', files: ['a.txt', 'dir/b'] }],
      [SUBMODULE, { kind: 'conflict', files: ['module'] }],
      [UNSTAGED, { kind: 'conflict', files: ['x'] }],
    ] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...kinds)), (all) => {
        const text = all.map(([words]) => words).join('');
        expect(mergeRecords(Buffer.from(text))).toEqual(all.map(([, read]) => read));
      }),
    );
  });

  it('count only when they are whole', () => {
    for (const last of [CONFLICT, SUBMODULE, UNSTAGED]) {
      const fields = last.split('\0').slice(0, -1);
      for (let kept = 0; kept < fields.length; kept += 1) {
        const text = CLEAN + record(...fields.slice(0, kept));
        expect(mergeRecords(Buffer.from(text)).length).toBe(1);
      }
    }
  });
});
