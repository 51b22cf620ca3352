import { expect, it } from 'vitest';
import {
  neededForWorktree,
  worktreeShares,
} from '../../../src/adapters/boundary/worktree-shares.ts';

const worktree = {
  path: '/w/r1-core-1',
  commonDir: '/m/.git',
  id: 'r1-core-1',
  branches: 'fanin/r1/attempts/core/1',
};

it('lets a linked worktree write its own branches, index and objects, and nothing else of .git', () => {
  const shares = worktreeShares(worktree);
  const writable = shares.filter(({ write }) => write).map(({ to }) => to);
  expect(writable).toEqual([
    '/m/.git/objects',
    '/m/.git/refs/heads/fanin/r1/attempts/core/1',
    '/m/.git/logs/refs/heads/fanin/r1/attempts/core/1',
    '/m/.git/worktrees/r1-core-1',
    '/w/r1-core-1',
  ]);
});

it('puts what is read-only on top of what is not', () => {
  const order = worktreeShares(worktree).map(({ to }) => to);
  const after = (upper: string, lower: string): boolean =>
    order.indexOf(upper) > order.indexOf(lower);
  expect(after('/m/.git/objects/pack', '/m/.git/objects')).toBe(true);
  expect(after('/m/.git/objects/info', '/m/.git/objects')).toBe(true);
  for (const name of ['commondir', 'gitdir', 'config.worktree']) {
    expect(after(`/m/.git/worktrees/r1-core-1/${name}`, '/m/.git/worktrees/r1-core-1')).toBe(true);
  }
  expect(after('/w/r1-core-1/.git', '/w/r1-core-1')).toBe(true);
});

it('says what the host must make before, config.worktree empty', () => {
  expect(neededForWorktree(worktree)).toContainEqual([
    '/m/.git/worktrees/r1-core-1/config.worktree',
    '',
  ]);
});
