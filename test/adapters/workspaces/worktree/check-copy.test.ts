import { mkdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskUse } from '../../../../src/adapters/workspaces/disk-use.ts';
import { worktreeWorkspaces } from '../../../../src/adapters/workspaces/worktree/worktree.ts';
import { eventually } from '../../../support/eventually.ts';
import { writeFiles } from '../../../support/git-repo.ts';
import { exists, filesBelow, makeYard, value } from './yard-rig.ts';
import type { YardRig } from './yard-rig.ts';

describe('check copies', () => {
  let rig: YardRig;
  const open = async (commit = rig.base) =>
    value(await rig.workspaces.checkCopy('r1', commit, 'worktree'));
  const admin = (path: string) => rig.repo.gitIn(path, 'rev-parse', '--absolute-git-dir');

  beforeEach(async () => {
    rig = await makeYard({
      '.gitignore': 'node_modules/\n*.cache\n/we[i]rd #dir/\n.env\n',
      '.worktreeinclude': '.env\n',
      'a.txt': 'one\n',
      'p/b.txt': 'two\n',
    });
  });
  afterEach(() => rig.repo.remove());

  it('are counted from where those of another engine cannot be', async () => {
    const theirs = await open();
    const ours = worktreeWorkspaces({ place: rig.place, firstCopy: 2_000 });
    const copy = value(await ours.checkCopy('r1', rig.base, 'worktree'));
    expect([theirs.path, copy.path].map((path) => path.replace(/^.*\//u, ''))).toEqual([
      'r1.check-1',
      'r1.check-2000',
    ]);
    await copy.release();
    value(await ours.removeCheckCopies());
    expect([await exists(theirs.path), await exists(copy.path)]).toEqual([false, false]);
  });

  it('keeps what set-up made, and nothing else', async () => {
    const copy = await open();
    await writeFiles(copy.path, {
      'node_modules/x/i.js': 'x\n',
      'p/node_modules/y.js': 'y\n',
      other: 'no\n',
      'weird #dir/z': 'z\n',
    });
    await copy.markSetup('lock-1');
    await writeFiles(copy.path, {
      'left.cache': 'c\n',
      'untracked.txt': 'u\n',
      'q/node_modules/w.js': 'w\n',
      'a.txt': 'dirty\n',
      'p/b.txt': null,
    });
    await mkdir(join(copy.path, 'nested'));
    await rig.repo.gitIn(join(copy.path, 'nested'), 'init', '-q');
    await copy.release();
    const next = await rig.repo.commit({ 'c.txt': 'three\n' });
    const again = await open(next);
    expect(again.path).toBe(copy.path);
    expect(await again.setupKey()).toBe('lock-1');
    const files = await filesBelow(again.path);
    expect(Object.keys(files).toSorted()).toEqual([
      '.gitignore',
      '.worktreeinclude',
      'a.txt',
      'c.txt',
      'node_modules/x/i.js',
      'p/b.txt',
      'p/node_modules/y.js',
      'weird #dir/z',
    ]);
    expect(files['a.txt']).toBe('one\n');
  });

  it('brings in the files that .worktreeinclude names, fresh each time', async () => {
    await writeFiles(rig.repo.path, { '.env': 'A=1\n' });
    const copy = await open();
    await copy.markSetup('k');
    await writeFiles(copy.path, { '.env': 'tampered\n' });
    await copy.release();
    expect(await filesBelow((await open()).path)).toMatchObject({ '.env': 'A=1\n' });
  });

  const tampering: readonly (readonly [string, (path: string) => Promise<unknown>])[] = [
    [
      'hides a change from the index',
      async (path) => {
        await rig.repo.gitIn(path, 'update-index', '--assume-unchanged', 'a.txt');
        await rig.repo.gitIn(path, 'update-index', '--skip-worktree', 'p/b.txt');
        await writeFiles(path, { 'a.txt': 'evil\n', 'p/b.txt': 'evil\n' });
      },
    ],
    ['leaves a lock file', async (path) => writeFile(join(await admin(path), 'index.lock'), '')],
    [
      'forges a file’s time stamps',
      async (path) => {
        const { atime, mtime } = await stat(join(path, 'a.txt'));
        await rig.repo.gitIn(path, 'config', 'core.trustctime', 'false');
        await writeFile(join(path, 'a.txt'), 'two\n');
        await utimes(join(path, 'a.txt'), atime, mtime);
        const later = new Date(mtime.getTime() + 10_000);
        await utimes(join(await admin(path), 'index'), later, later);
        // git looks into files that were written in the second of its index: only afterwards is it deceived.
        const nextSecond = Math.floor(mtime.getTime() / 1_000) + 1;
        await eventually('the next second', () => Date.now() / 1_000 >= nextSecond);
      },
    ],
    ['breaks the index', async (path) => writeFile(join(await admin(path), 'index'), 'garbage')],
    [
      'commits and switches',
      async (path) => {
        await rig.repo.gitIn(path, 'switch', '-q', '-c', 'elsewhere');
        await writeFiles(path, { 'a.txt': 'evil\n' });
        await rig.repo.gitIn(path, 'commit', '-qam', 'evil');
      },
    ],
    [
      'leaves a merge half done',
      async (path) => {
        const other = await rig.repo.commit({ 'a.txt': 'main\n' });
        await writeFiles(path, { 'a.txt': 'mine\n' });
        await rig.repo.gitIn(path, 'commit', '-qam', 'mine');
        await rig.repo.gitIn(path, 'merge', other).catch(() => undefined);
      },
    ],
    ['deletes its .git file', (path) => rm(join(path, '.git'))],
    [
      'turns a folder into a link',
      async (path) => {
        await rm(join(path, 'p'), { recursive: true });
        await symlink(rig.repo.path, join(path, 'p'));
      },
    ],
    ['is deleted', (path) => rm(path, { recursive: true })],
  ];
  it.each(tampering)('is clean again after a check that %s', async (_name, tamper) => {
    const copy = await open();
    await tamper(copy.path);
    await copy.release();
    const again = await open();
    expect(await filesBelow(again.path)).toEqual(await rig.filesOf(rig.base));
    expect(await rig.repo.gitIn(again.path, 'rev-parse', 'HEAD')).toBe(rig.base);
    expect(await rig.repo.gitIn(again.path, 'status', '--porcelain')).toBe('');
    expect(await exists(join(rig.repo.path, 'p/b.txt'))).toBe(true);
  });

  it('trusts nothing that it was not asked about: flags that hide a change go with a checkout', async () => {
    const copy = await open();
    await rig.repo.gitIn(copy.path, 'update-index', '--assume-unchanged', 'a.txt', 'p/b.txt');
    await writeFiles(copy.path, { 'a.txt': 'forged\n', 'p/b.txt': 'forged\n' });
    await copy.release();
    const next = await rig.repo.commit({ 'a.txt': 'three\n' });
    const again = await open(next);
    expect(await filesBelow(again.path)).toMatchObject({
      'a.txt': 'three\n',
      'p/b.txt': 'two\n',
    });
  });

  it('takes a commit that its own attributes would change', async () => {
    await rig.repo.write({ '.gitattributes': '*.crlf text\n', raw: 'a\r\nb\r\n' });
    const blob = await rig.repo.git('hash-object', '-w', '--no-filters', 'raw');
    await rig.repo.git('add', '.gitattributes');
    await rig.repo.git('update-index', '--add', '--cacheinfo', `100644,${blob},x.crlf`);
    await rig.repo.git('commit', '-qm', 'crlf');
    const copy = await open(await rig.repo.git('rev-parse', 'HEAD'));
    expect((await filesBelow(copy.path))['x.crlf']).toBe('a\r\nb\r\n');
  });

  it('forgets the set-up of a copy that had to be made anew', async () => {
    const copy = await open();
    await copy.markSetup('k');
    await rm(copy.path, { recursive: true });
    await copy.release();
    expect(await (await open()).setupKey()).toBeNull();
  });

  it('fails for a commit that does not exist, and gives the copy back', async () => {
    const failed = await rig.workspaces.checkCopy('r1', '1'.repeat(40), 'worktree');
    expect(failed.ok).toBe(false);
    expect((await open()).path).toMatch(/r1\.check-1$/);
  });

  it('is never taken for the workspace of a task called check', async () => {
    const copy = await open();
    const ws = await rig.prepare('check');
    expect(ws.path).not.toBe(copy.path);
    const listed = value(await rig.workspaces.list());
    expect(listed.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'attempt r1-check-1',
      'check r1.check-1',
    ]);
  });

  it('is deleted when nobody holds it', async () => {
    const held = await open();
    const free = await open();
    await free.release();
    value(await rig.workspaces.removeCheckCopies());
    expect(await exists(held.path)).toBe(true);
    expect(await exists(free.path)).toBe(false);
    await held.release();
    value(await rig.workspaces.removeCheckCopies());
    expect(value(await rig.workspaces.list())).toEqual([]);
  });

  it('lists orphans, and says how big they are', async () => {
    await writeFiles(rig.root, { 'r9-old-1/x': 'x'.repeat(1000) });
    await rig.repo.git('worktree', 'add', '-q', join(rig.repo.base, 'theirs'));
    const listed = value(await rig.workspaces.list());
    expect(listed).toMatchObject([{ name: 'r9-old-1', kind: 'unknown', registered: false }]);
    expect(await diskUse({ path: join(rig.root, 'r9-old-1') })).toBeGreaterThanOrEqual(1000);
  });
});
