import { expect, it } from 'vitest';
import { pathsIn } from '../../../../src/domain/trace/patterns/session-view.ts';

it.each([
  ['see src/a.ts and ./lib/b.test.js, or c.py', ['src/a.ts', 'lib/b.test.js', 'c.py']],
  ['at https://host.example/x/y.html', ['/host.example/x/y.html']],
  ['/etc/hosts has none; /tmp/x.log has', ['/tmp/x.log']],
  ['no-ext/at/all', []],
  ['a//b.ts', ['/b.ts']],
  [`${'a'.repeat(200_000)} c.py`, ['c.py']],
])('%.60s', (text, paths) => {
  expect(pathsIn(text)).toEqual(paths);
});
