import { expect, test } from 'vitest';
import { placePath, samePath } from '../../../src/domain/trace/place.ts';

const PLACES = ['/repo/app', '/repo/app/.claude/worktrees/agent-1'];

test.each([
  ['src/a.ts', '/repo/app', 'src/a.ts', '/repo/app', 'product'],
  ['/repo/app/./src/../a.ts', null, 'a.ts', '/repo/app', 'product'],
  ['a.ts', '/repo/app/.claude/worktrees/agent-1', 'a.ts', PLACES[1], 'product'],
  ['/repo/app/test/a.test.ts', null, 'test/a.test.ts', '/repo/app', 'test'],
  ['dist/main.js', '/repo/app', 'dist/main.js', '/repo/app', 'generated'],
  ['.git/index', '/repo/app', '.git/index', '/repo/app', 'git'],
  ['/tmp/x.sh', null, '/tmp/x.sh', null, 'temporary'],
  ['/etc/hosts', null, '/etc/hosts', null, 'outside'],
  ['/repo/apple/a.ts', null, '/repo/apple/a.ts', null, 'outside'],
  ['.', '/repo/app', '.', '/repo/app', 'product'],
])('places %s', (written, cwd, ...[path, workspace, kind]) => {
  expect(placePath(written, cwd, PLACES)).toEqual({ workspace, path, kind });
});

test('says nothing of a relative path where the folder is not known, and of what is no path', () => {
  expect(placePath('src/a.ts', null, PLACES)).toBeNull();
  expect(placePath('', '/repo/app', PLACES)).toBeNull();
  expect(placePath('a\0b', '/repo/app', PLACES)).toBeNull();
});

test('two work copies do not share a file of one name', () => {
  const [a, b] = PLACES.map((cwd) => placePath('a.ts', cwd, PLACES));
  expect(a !== null && b !== null && a !== undefined && b !== undefined && samePath(a, b)).toBe(
    false,
  );
});
