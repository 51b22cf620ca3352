import { expect, test } from 'vitest';
import { readGitCommand } from '../../../../src/domain/trace/shell/git-command.ts';

const git = (text: string, cwd: string | null = '/repo') =>
  readGitCommand({ fields: text.split(' '), cwd });

test.each([
  ['git stash', 'stash', 'whole', true],
  ['git stash push -- a.txt', 'stash', ['a.txt'], true],
  ['git stash pop', 'stash-pop', 'whole', false],
  ['git stash list', 'look', null, false],
  ['git checkout -- src/a.ts', 'checkout-paths', ['src/a.ts'], true],
  ['git checkout .', 'checkout-paths', 'whole', true],
  ['git checkout HEAD a.txt', 'checkout-paths', ['a.txt'], true],
  ['git checkout -b topic', 'switch', null, false],
  ['git checkout main', 'switch', 'whole', false],
  ['git checkout fix/login', 'switch', 'whole', false],
  ['git restore src/a.ts', 'restore', ['src/a.ts'], true],
  ['git restore --staged a.ts', 'restore', ['a.ts'], false],
  ['git reset --hard', 'reset', 'whole', true],
  ['git reset HEAD~1', 'reset', null, false],
  ['git clean -fd', 'clean', 'whole', true],
  ['git clean -n', 'look', 'whole', false],
  ['git commit -am x', 'commit', 'whole', false],
  ['git commit -m x', 'commit', null, false],
  ['git commit -m x a.ts', 'commit', ['a.ts'], false],
  ['git add -A', 'add', 'whole', false],
  ['git rm a.txt', 'rm', ['a.txt'], true],
  ['git rm --cached a.txt', 'rm', ['a.txt'], false],
  ['git worktree add ../copy', 'worktree', ['../copy'], false],
  ['git worktree add -b topic copies/a main', 'worktree', ['copies/a'], false],
  ['git worktree remove ../copy', 'worktree', null, true],
  ['git worktree list', 'look', null, false],
  ['git merge topic', 'merge', 'whole', false],
  ['git merge --abort', 'other', null, false],
  ['git cherry-pick --quit', 'other', null, false],
  ['git apply fix.patch', 'apply', null, false],
  ['git apply --check fix.patch', 'look', null, false],
  ['git status --short', 'look', null, false],
  ['git frobnicate', 'other', null, false],
])('reads %s', (text, ...[op, paths, destroys]) => {
  expect(git(text)).toMatchObject({ op, paths, destroys });
});

test('knows where it works', () => {
  expect(git('git -C ../other stash')?.cwd).toBe('/other');
  expect(git('git -C /abs -c a=b status')).toMatchObject({ cwd: '/abs', op: 'look' });
  expect(git('git -C sub status', null)?.cwd).toBeNull();
  expect(git('ls -l')).toBeNull();
});
