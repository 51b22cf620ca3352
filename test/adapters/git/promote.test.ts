import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { promote } from '../../../src/adapters/git/promote.ts';
import { makeRepo, writeFiles } from '../../support/git-repo.ts';
import type { TempRepo } from '../../support/git-repo.ts';

const TARGET = 'refs/heads/fanin/r1/target';

describe('promoting', () => {
  let repo: TempRepo;
  let base: string;
  let target: string;
  beforeEach(async () => {
    repo = await makeRepo({ files: { '.gitignore': '*.log\n', 'a.txt': 'one\n' } });
    base = await repo.git('rev-parse', 'HEAD');
    await repo.git('checkout', '-q', '--detach');
    target = await repo.commit({ 'a.txt': 'two\n', 'new.txt': 'new\n' });
    await repo.git('update-ref', TARGET, target);
    await repo.git('checkout', '-q', 'main');
  });
  afterEach(() => repo.remove());

  const run = async (branch = 'main') => {
    const place = discoverRepository(repo.path);
    if (!place.ok) throw new Error(place.error.message);
    const result = await promote(place.value, { targetRef: TARGET, branch });
    return result.ok ? result.value : result.error;
  };
  const at = (ref: string) => repo.git('rev-parse', ref);

  it('moves a checked-out branch with its files', async () => {
    expect(await run()).toEqual({ branch: 'main', from: base, to: target, checkout: repo.path });
    expect(await at('main')).toBe(target);
    expect(await repo.git('status', '--porcelain')).toBe('');
    expect(await readFile(join(repo.path, 'new.txt'), 'utf8')).toBe('new\n');
    expect(await run()).toMatchObject({ from: target, to: target });
  });

  it('moves a branch that is checked out elsewhere, there', async () => {
    const linked = join(repo.base, 'linked');
    await repo.git('branch', 'feature');
    await repo.git('worktree', 'add', '-q', linked, 'feature');
    expect(await run('feature')).toMatchObject({ checkout: linked });
    expect(await repo.gitIn(linked, 'status', '--porcelain')).toBe('');
    expect(await at('main')).toBe(base);
  });

  it('moves a branch that is not checked out, and makes a new one', async () => {
    await repo.git('branch', 'idle');
    expect(await run('idle')).toEqual({ branch: 'idle', from: base, to: target, checkout: null });
    expect(await run('team/new')).toEqual({
      branch: 'team/new',
      from: null,
      to: target,
      checkout: null,
    });
    expect(await at('team/new')).toBe(target);
  });

  it('does not disturb changed files', async () => {
    await writeFiles(repo.path, { 'a.txt': 'mine\n' });
    const refused = await run();
    expect(refused).toMatchObject({
      code: 'checkout-dirty',
      message: `main is checked out at ${repo.path} with 1 changed file, so promote would disturb it.`,
      hint: 'Commit or stash there, or: fanin promote --to other-branch',
    });
    expect(await at('main')).toBe(base);
    await repo.git('add', 'a.txt');
    expect(await run()).toMatchObject({ code: 'checkout-dirty' });
  });

  it.each([
    ['untracked', 'new.txt', {}],
    ['ignored', 'new.log', { 'new.log': 'theirs\n' }],
  ])('does not overwrite %s files', async (_kind, name, more) => {
    await repo.git('checkout', '-q', '--detach', TARGET);
    await writeFiles(repo.path, more);
    await repo.git('add', '-f', '-A');
    await repo.git('commit', '-q', '--allow-empty', '-m', 'more');
    await repo.git('update-ref', TARGET, 'HEAD');
    await repo.git('checkout', '-q', 'main');
    await writeFiles(repo.path, { [name]: 'mine\n' });
    expect(await run()).toMatchObject({ code: 'untracked-in-the-way' });
    expect(await readFile(join(repo.path, name), 'utf8')).toBe('mine\n');
    expect(await at('main')).toBe(base);
  });

  it('lets unrelated untracked files lie', async () => {
    await writeFiles(repo.path, { 'notes.txt': 'mine\n' });
    expect(await run()).toMatchObject({ to: target });
    expect(await repo.git('status', '--porcelain')).toBe('?? notes.txt');
  });

  it('never merges', async () => {
    const mine = await repo.commit({ 'b.txt': 'b\n' });
    await repo.git('branch', 'idle');
    expect(await run()).toMatchObject({ code: 'not-fast-forward' });
    expect(await run('idle')).toMatchObject({ code: 'not-fast-forward' });
    expect(await at('main')).toBe(mine);
  });

  it('does not follow the branch’s own merge options, nor run hooks', async () => {
    const marker = join(repo.base, 'marker');
    const hooks = join(repo.path, '.git/hooks');
    await mkdir(hooks, { recursive: true });
    await writeFile(join(hooks, 'post-merge'), `#!/bin/sh\ntouch '${marker}'\n`);
    await chmod(join(hooks, 'post-merge'), 0o755);
    await repo.git('config', 'branch.main.mergeOptions', '--no-ff --squash');
    await repo.git('config', 'merge.ff', 'false');
    expect(await run()).toMatchObject({ to: target });
    expect(await at('main')).toBe(target);
    await expect(readFile(marker)).rejects.toThrow('ENOENT');
  });

  it.each([
    ['no-such-target', async () => repo.git('update-ref', '-d', TARGET), 'main'],
    ['bad-branch-name', async () => '', 'a..b'],
    ['bad-branch-name', async () => '', '-x'],
    ['bad-branch-name', async () => '', '@{-1}'],
    ['operation-in-progress', async () => repo.git('bisect', 'start'), 'main'],
    [
      'checkout-gone',
      async () => {
        await repo.git('branch', 'feature');
        await repo.git('worktree', 'add', '-q', join(repo.base, 'linked'), 'feature');
        await rm(join(repo.base, 'linked'), { recursive: true });
      },
      'feature',
    ],
  ])('refuses with %s', async (code, arrange, branch) => {
    await arrange();
    expect(await run(branch)).toMatchObject({ code });
  });
});
