import { spawn } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { worktreeWorkspaces } from '../../../../src/adapters/workspaces/worktree/worktree.ts';
import { writeFiles } from '../../../support/git-repo.ts';
import { exists, filesBelow, kinds, makeYard, value } from './yard-rig.ts';
import type { YardRig } from './yard-rig.ts';

const BRANCH = 'fanin/r1/attempts/core/1/work';

describe('preparing a worktree', () => {
  let rig: YardRig;
  let path: string;
  const prepare = () => rig.workspaces.prepare(rig.spec());
  const add = (...more: readonly string[]) =>
    rig.repo.git(
      'worktree',
      'add',
      '-q',
      '--lock',
      '--reason',
      'fanin r1-core-1',
      ...more,
      '--detach',
      path,
      rig.base,
    );
  const expectGood = async (): Promise<void> => {
    expect(value(await prepare())).toMatchObject({ path, branch: BRANCH });
    expect(await rig.repo.gitIn(path, 'symbolic-ref', 'HEAD')).toBe(`refs/heads/${BRANCH}`);
    expect(await rig.repo.gitIn(path, 'rev-parse', 'HEAD')).toBe(rig.base);
    expect(await rig.repo.gitIn(path, 'status', '--porcelain')).toBe('');
    expect(await filesBelow(path)).toEqual({ 'a.txt': 'one\n', 'd/b.txt': 'two\n' });
    const listed = await rig.repo.git('worktree', 'list', '--porcelain');
    expect(listed.split(`worktree ${path}\n`)).toHaveLength(2);
    expect(listed).toContain('locked fanin r1-core-1');
  };
  const admin = () => rig.repo.gitIn(path, 'rev-parse', '--absolute-git-dir');

  beforeEach(async () => {
    rig = await makeYard({ 'a.txt': 'one\n', 'd/b.txt': 'two\n' });
    path = join(rig.root, 'r1-core-1');
  });
  afterEach(() => rig.repo.remove());

  const halfStates: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['nothing', async () => undefined],
    ['an empty folder', () => mkdir(path, { recursive: true })],
    ['a detached work copy', () => add()],
    ['a work copy without files', () => add('--no-checkout')],
    [
      'half of the files',
      async () => {
        await add();
        await rm(join(path, 'd'), { recursive: true });
      },
    ],
    [
      'a lock file of a git that was killed',
      async () => {
        await add('--no-checkout');
        await writeFile(join(await admin(), 'index.lock'), '');
      },
    ],
    [
      'books without HEAD',
      async () => {
        await add();
        await rm(join(await admin(), 'HEAD'));
      },
    ],
    [
      'books without the folder',
      async () => {
        await add();
        await rm(path, { recursive: true });
      },
    ],
    [
      'a folder without books',
      async () => {
        await add();
        await rm(await admin(), { recursive: true });
      },
    ],
    ['the branch alone', () => rig.repo.git('branch', BRANCH, rig.base)],
    [
      'a detached work copy and the branch',
      async () => {
        await add();
        await rig.repo.git('branch', BRANCH, rig.base);
      },
    ],
    [
      'a work copy on the branch',
      async () => {
        await add();
        await rig.repo.gitIn(path, 'switch', '-q', '-c', BRANCH);
      },
    ],
    [
      'everything but the record',
      async () => {
        value(await prepare());
        await rm(join(rig.folder('r1-core-1'), 'prepared.json'));
      },
    ],
  ];
  it.each(halfStates)('finishes what a crash left: %s', async (_name, arrange) => {
    await arrange();
    await expectGood();
  });

  it.each([
    ['a changed file', { 'a.txt': 'somebody’s work\n' }],
    ['an extra file', { 'new.txt': 'somebody’s work\n' }],
    ['an extra ignored file', { '.gitignore': 'x.log\n', 'x.log': 'somebody’s work\n' }],
  ])('sets aside, and does not delete, half-made work copies with %s', async (_name, files) => {
    await add();
    await writeFiles(path, files);
    await expectGood();
    expect(await filesBelow(`${path}.found-1`)).toMatchObject(files);
    expect(await exists(join(`${path}.found-1`, '.git'))).toBe(false);
    const listed = value(await rig.workspaces.list());
    expect(listed.map(({ kind, name }) => [kind, name])).toEqual([
      ['attempt', 'r1-core-1'],
      ['set-aside', 'r1-core-1.found-1'],
    ]);
  });

  it('refuses a folder that is not its own, and leaves it alone', async () => {
    await writeFiles(rig.root, { 'r1-core-1/precious.txt': 'p\n' });
    const result = await prepare();
    expect(result.ok ? null : result.error.code).toBe('path-occupied');
    expect(await exists(join(path, 'precious.txt'))).toBe(true);
  });

  it('refuses a work copy or a branch that holds commits', async () => {
    const other = await rig.repo.commit({ 'c.txt': 'c\n' });
    await rig.repo.git('branch', BRANCH, other);
    const result = await prepare();
    expect(result.ok ? null : result.error.code).toBe('workspace-occupied');
    expect(await rig.readRef(`refs/heads/${BRANCH}`)).toBe(other);
  });

  it('does not make a finished workspace again after it has gone', async () => {
    value(await prepare());
    await rm(path, { recursive: true });
    const result = await prepare();
    expect(result.ok ? null : result.error.code).toBe('workspace-missing');
  });

  it('waits for a git that a dead engine left at work', async () => {
    await add('--no-checkout');
    // Stands for `git worktree add … <path> <base>`: a git with the path as an argument of its own.
    const args = ['hash-object', '--stdin', '--path', path];
    const git = spawn('git', args, { cwd: rig.repo.path, stdio: ['pipe', 'ignore', 'ignore'] });
    const ended = new Promise((resolve) => git.once('exit', resolve));
    let settled = false;
    const made = prepare().finally(() => {
      settled = true;
    });
    await rig.repo.git('status');
    expect(settled).toBe(false);
    git.stdin.end('x');
    await ended;
    value(await made);
  });

  it.each(['../evil', 'a/b', '.git', '', '-x'])('refuses the name %j', async (attempt) => {
    const result = await rig.workspaces.prepare({ ...rig.spec(), attempt });
    expect(result.ok ? null : result.error.code).toBe('unsafe-name');
  });

  it.each([
    ['inside the main checkout', () => join(rig.repo.path, 'ws')],
    ['inside through a link', () => join(rig.repo.base, 'link', 'ws')],
    ['inside the git folder', () => join(rig.repo.path, '.git', 'ws')],
  ])('refuses a root %s', async (_name, root) => {
    await symlink(rig.repo.path, join(rig.repo.base, 'link'));
    const nested = worktreeWorkspaces({ place: rig.place, root: root() });
    const result = await nested.prepare(rig.spec());
    expect(result.ok ? null : result.error.code).toBe('workspace-inside-checkout');
  });

  it('says so when a branch called fanin is in the way', async () => {
    await rig.repo.git('branch', 'fanin');
    const result = await prepare();
    expect(result.ok ? null : result.error.code).toBe('branch-in-the-way');
  });

  it.each([
    ['paths hold spaces, quotes, line ends and other letters', { name: 'my "app"\n é' }],
    ['objects are named by SHA-256', { initArgs: ['--object-format=sha256'] }],
  ])('works where %s', async (_name, options) => {
    await rig.repo.remove();
    rig = await makeYard({ 'a b.txt': 'one\n' }, options);
    const ws = await rig.prepare();
    await writeFiles(ws.path, { 'ü\n.txt': 'n\n' });
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toEqual(['path-unseen-characters']);
    expect(await rig.repo.git('ls-tree', '-r', '-z', '--name-only', harvest.commit ?? '')).toBe(
      'a b.txt\0ü\n.txt\0',
    );
    value(await rig.workspaces.checkCopy('r1', harvest.commit ?? '', 'worktree'));
    expect(await ws.remove()).toEqual({ removed: true });
  });
});
