import { expect, test } from 'vitest';
import { replacedText } from '../../../../src/domain/trace/shell/replaced-text.ts';

const read = (...fields: readonly string[]) => replacedText({ fields, cwd: '/repo' });

test.each([
  [['sed', '-i', 's/10/64/', 'lib/pool.py'], ['/repo/lib/pool.py'], '64'],
  [['sed', '-i', '-e', 's|a|b|g', '-e', 's#c#d#', '/x/y.js'], ['/x/y.js'], 'b\nd'],
  [['gsed', '-i.bak', '3s/x/y/', 'a', 'b'], ['/repo/a', '/repo/b'], 'y'],
])('%j puts something into files', (fields, paths, text) => {
  expect(read(...fields)).toEqual({ paths, text });
});

test.each([
  [['sed', '-n', '1,3p', 'a']],
  [['sed', 's/a/b/', 'a']],
  [['sed', '-i', '3d', 'a']],
  [['sed', '-i', String.raw`s/a\/b/c/`, 'a']],
  [['cat', '-i', 's/a/b/']],
])('of %j that can not be told', (fields) => {
  expect(read(...fields)).toBeNull();
});
