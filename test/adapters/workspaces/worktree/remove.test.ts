import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../support/git-repo.ts';
import { exists, filesBelow, makeYard, value } from './yard-rig.ts';
import type { Prepared, YardRig } from './yard-rig.ts';

describe('removing a worktree', () => {
  let rig: YardRig;
  let ws: Prepared;
  beforeEach(async () => {
    rig = await makeYard({ '.gitignore': 'ignored/\n', 'a.txt': 'one\n', 'd/b.txt': 'two\n' });
    ws = await rig.prepare();
    await writeFiles(ws.path, { 'a.txt': 'work\n', 'n.txt': 'n\n' });
    await ws.harvest();
  });
  afterEach(() => rig.repo.remove());

  const admin = () => rig.repo.gitIn(ws.path, 'rev-parse', '--absolute-git-dir');
  const expectGone = async (): Promise<void> => {
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await exists(ws.path)).toBe(false);
    expect(await rig.repo.git('worktree', 'list')).not.toContain(ws.path);
    expect(await rig.readRef(`refs/heads/${ws.workspace.branch}`)).toBeNull();
    expect(await rig.filesOf('refs/fanin/r1/harvest/core/1')).toMatchObject({
      'a.txt': 'work\n',
      'n.txt': 'n\n',
    });
  };

  const removable: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['as harvested', async () => undefined],
    ['unlocked by somebody', () => rig.repo.git('worktree', 'unlock', ws.path)],
    ['its folder deleted', () => rm(ws.path, { recursive: true })],
    ['its registration deleted', async () => rm(await admin(), { recursive: true })],
    [
      'folder and registration deleted',
      () => rig.repo.git('worktree', 'remove', '-f', '-f', ws.path),
    ],
    [
      'its branch deleted',
      () => rig.repo.git('update-ref', '-d', `refs/heads/${ws.workspace.branch}`),
    ],
    ['ignored files in it', () => writeFiles(ws.path, { 'ignored/deep/x': 'x\n' })],
    [
      'read-only folders in it',
      async () => {
        await writeFiles(ws.path, { 'ignored/cache/x': 'x\n' });
        await chmod(join(ws.path, 'ignored/cache'), 0o555);
      },
    ],
    ['a lock file of a killed git', async () => writeFile(join(await admin(), 'index.lock'), '')],
    ['the base branch deleted or moved on', () => rig.repo.commit({ 'later.txt': 'l\n' })],
  ];
  it.each(removable)('removes it: %s', async (_name, arrange) => {
    await arrange();
    await expectGone();
  });

  it('goes on after it was interrupted half way', async () => {
    await writeFile(join(ws.spec.folder, 'removing.json'), '{}');
    await rm(join(ws.path, 'd'), { recursive: true });
    await unlink(join(ws.path, '.git'));
    await expectGone();
  });

  it('looks again after an interruption, too', async () => {
    await writeFile(join(ws.spec.folder, 'removing.json'), '{}');
    await unlink(join(ws.path, '.git'));
    await writeFiles(ws.path, { 'late.txt': 'late\n' });
    expect(await ws.remove()).toMatchObject({ removed: false });
    expect(await filesBelow(ws.path)).toMatchObject({ 'late.txt': 'late\n' });
  });

  const kept: readonly (readonly [string, string, () => Promise<unknown>])[] = [
    ['a file that came late', 'late.txt', () => writeFiles(ws.path, { 'late.txt': 'late\n' })],
    ['a change that came late', 'a.txt', () => writeFiles(ws.path, { 'a.txt': 'late\n' })],
    ['a deletion that came late', 'd/b.txt', () => writeFiles(ws.path, { 'd/b.txt': null })],
    [
      'a late change that the index hides',
      'd/b.txt',
      async () => {
        await ws.git('update-index', '--assume-unchanged', 'd/b.txt');
        await writeFiles(ws.path, { 'd/b.txt': 'hidden\n' });
      },
    ],
    [
      'a late commit',
      'after the harvest',
      async () => {
        await ws.git('add', '-A');
        await ws.git('commit', '-qm', 'late');
      },
    ],
    [
      'a late commit on a detached HEAD',
      'after the harvest',
      async () => {
        await ws.git('checkout', '-q', '--detach');
        await ws.git('add', '-A');
        await ws.git('commit', '-qm', 'late');
      },
    ],
    [
      'a late commit that was reset away',
      'no ref holds',
      async () => {
        await ws.git('checkout', '-q', '--detach');
        await ws.git('commit', '-qm', 'late', '--allow-empty');
        await ws.git('reset', '-q', 'HEAD~1');
      },
    ],
    [
      'staged content that came late',
      'staged',
      async () => {
        await writeFiles(ws.path, { 'a.txt': 'only staged\n' });
        await ws.git('add', 'a.txt');
        await writeFiles(ws.path, { 'a.txt': 'work\n' });
      },
    ],
    [
      'an ignored repository with work in it',
      'ignored/lib',
      async () => {
        await mkdir(join(ws.path, 'ignored/lib'), { recursive: true });
        await rig.repo.gitIn(join(ws.path, 'ignored/lib'), 'init', '-q');
        await rig.repo.gitIn(
          join(ws.path, 'ignored/lib'),
          'commit',
          '-q',
          '--allow-empty',
          '-m',
          'work',
        );
      },
    ],
    [
      'a .git file that leads elsewhere',
      '.git file',
      () => writeFile(join(ws.path, '.git'), 'gitdir: /nowhere\n'),
    ],
    [
      'a move',
      'moved to',
      () => rig.repo.git('worktree', 'move', '-f', '-f', ws.path, join(rig.repo.base, 'moved')),
    ],
  ];
  it.each(kept)('keeps it for %s', async (_name, reason, arrange) => {
    await arrange();
    const removal = await ws.remove();
    expect(removal).toMatchObject({ removed: false });
    expect(removal.removed ? '' : removal.kept).toContain(reason);
    const listed = value(await rig.workspaces.list());
    expect(listed.map(({ name }) => name)).toContain('r1-core-1');
  });

  it('removes an ignored repository that is as its remote has it', async () => {
    await rig.repo.git('clone', '-q', rig.repo.path, join(ws.path, 'ignored/lib'));
    await expectGone();
  });

  it('keeps it while a process works in it', async () => {
    const child = spawn('sleep', ['60'], { cwd: join(ws.path, 'd') });
    try {
      const removal = await ws.remove();
      expect(removal.removed ? '' : removal.kept).toContain(`process ${String(child.pid)} (sleep)`);
    } finally {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    await expectGone();
  });

  it('keeps commits of a deleted folder that no ref holds', async () => {
    await ws.git('checkout', '-q', '--detach');
    await ws.git('add', '-A');
    await ws.git('commit', '-qm', 'late');
    const late = await ws.git('rev-parse', 'HEAD');
    await rm(ws.path, { recursive: true });
    const removal = await ws.remove();
    expect(removal.removed ? '' : removal.kept).toContain(late);
  });

  it('keeps the branch when it has commits that the harvest does not have', async () => {
    const ahead = await rig.repo.commit({ 'x.txt': 'x\n' });
    await ws.git('checkout', '-q', '--detach');
    await rig.repo.git('update-ref', `refs/heads/${ws.workspace.branch}`, ahead);
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await rig.readRef(`refs/heads/${ws.workspace.branch}`)).toBe(ahead);
  });

  it('keeps the branch when somebody has it checked out elsewhere', async () => {
    const { branch } = ws.workspace;
    const theirs = join(rig.repo.base, 'their copy');
    await rig.repo.git('worktree', 'add', '-q', '--force', theirs, branch);
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await exists(ws.path)).toBe(false);
    expect(await rig.readRef(`refs/heads/${branch}`)).toBe(rig.base);
  });

  it('removes a workspace whose harvest holds more than what it is at', async () => {
    await ws.git('commit', '-q', '-m', 'empty', '--allow-empty');
    await ws.harvest();
    await ws.git('reset', '-q', '--soft', 'HEAD~1');
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('does not follow links', async () => {
    const outside = join(rig.repo.base, 'outside');
    await writeFiles(outside, { 'precious.txt': 'p\n' });
    await mkdir(join(ws.path, 'ignored'));
    await symlink(outside, join(ws.path, 'ignored/link'));
    await symlink(rig.repo.path, join(ws.path, 'ignored/main'));
    await expectGone();
    expect(await exists(join(outside, 'precious.txt'))).toBe(true);
    expect(await exists(join(rig.repo.path, 'a.txt'))).toBe(true);
  });

  it('never deletes through a link in the place of a workspace', async () => {
    const outside = join(rig.repo.base, 'outside');
    await rename(ws.path, outside);
    await symlink(outside, ws.path);
    expect((await ws.remove()).removed).toBe(false);
    expect(await exists(join(outside, 'a.txt'))).toBe(true);
  });

  it.each([
    ['the main checkout', () => rig.repo.path],
    ['a sibling', () => join(rig.root, 'r1-other-1')],
    ['the root', () => rig.root],
    ['a path that climbs', () => join(rig.root, '..', 'app')],
  ])('refuses %s as a workspace', async (_name, path) => {
    await rig.prepare('other');
    const result = await rig.workspaces.remove({ ...ws.workspace, path: path() }, ws.spec);
    expect(result.ok ? null : result.error.code).toBe('outside-root');
    expect(await exists(join(rig.repo.path, 'a.txt'))).toBe(true);
    expect(await exists(join(rig.root, 'r1-other-1', 'a.txt'))).toBe(true);
  });

  it('leaves siblings, the main checkout and their books alone', async () => {
    const sibling = await rig.prepare('sibling');
    await writeFiles(sibling.path, { 'dirty.txt': 'd\n' });
    await expectGone();
    expect(await sibling.git('status', '--porcelain')).toBe('?? dirty.txt');
    expect(await rig.repo.git('status', '--porcelain')).toBe('');
    expect(await rig.repo.git('fsck', '--no-dangling')).toBe('');
  });

  it('survives `git worktree prune` and `git gc` by other tools', async () => {
    await rig.repo.git('worktree', 'prune', '--expire=now');
    await rig.repo.git('gc', '-q', '--prune=now');
    await expectGone();
    expect((await readdir(rig.root)).filter((name) => !name.startsWith('.'))).toEqual([]);
  });
});
