import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../support/git-repo.ts';
import { exists, kinds, makeYard, value } from './yard-rig.ts';
import type { Prepared, YardRig } from './yard-rig.ts';

const FILES = {
  '.gitignore': '*.log\n/build/\n/.env\n',
  'a.txt': 'one\n',
  'b.txt': 'two\n',
  'dir/c.txt': 'three\n',
};

describe('harvest of a worktree', () => {
  let rig: YardRig;
  let ws: Prepared;
  beforeEach(async () => {
    rig = await makeYard(FILES);
    ws = await rig.prepare();
  });
  afterEach(() => rig.repo.remove());

  const treeOf = async (): Promise<Readonly<Record<string, string>>> =>
    rig.filesOf((await ws.harvest()).commit ?? '');

  it('takes untracked, modified, deleted, renamed, staged and executable files and links', async () => {
    await writeFiles(ws.path, {
      'a.txt': 'changed\n',
      'b.txt': null,
      'new/deep/file.txt': 'new\n',
      'staged.txt': 's\n',
    });
    await ws.git('add', 'staged.txt');
    await ws.git('mv', 'dir/c.txt', 'moved.txt');
    await symlink('/etc/hostname', join(ws.path, 'link'));
    await chmod(join(ws.path, 'staged.txt'), 0o755);
    expect(await treeOf()).toEqual({
      '.gitignore': FILES['.gitignore'],
      'a.txt': 'changed\n',
      'moved.txt': 'three\n',
      'new/deep/file.txt': 'new\n',
      'staged.txt': 's\n',
      link: '-> /etc/hostname',
    });
    const modes = await rig.repo.git('ls-tree', 'refs/fanin/r1/harvest/core/1', 'staged.txt');
    expect(modes.startsWith('100755')).toBe(true);
  });

  it('takes binary content and names that are not UTF-8, or hold spaces, quotes and line ends', async () => {
    const binary = Buffer.from([0, 255, 10, 13, 0, 1]);
    await writeFile(join(ws.path, 'bin'), binary);
    await writeFile(Buffer.concat([Buffer.from(`${ws.path}/caf`), Buffer.from([0xe9])]), 'latin\n');
    await writeFiles(ws.path, { 'a "b"\n c': 'odd\n', 'ünïcode ✓': 'u\n' });
    const { commit } = await ws.harvest();
    const names = await rig.repo.git('ls-tree', '-r', '--name-only', commit ?? '');
    expect(names.split('\n')).toEqual(
      expect.arrayContaining([String.raw`"caf\351"`, String.raw`"a \"b\"\n c"`, 'bin']),
    );
    const blob = execFileSync('git', ['cat-file', 'blob', `${commit ?? ''}:bin`], {
      cwd: rig.repo.path,
    });
    expect(blob.equals(binary)).toBe(true);
  });

  it('copies small ignored files, and says what it copied and what was too much', async () => {
    await writeFiles(ws.path, {
      'x.log': 'log\n',
      'build/out': 'o\n',
      'build/big.log': 'x'.repeat(17 * 1024 * 1024),
      'node_modules/dep/index.log': 'dep\n',
      '.env': 'secret\n',
    });
    const { findings } = await ws.harvest();
    const ignored = findings.filter(({ kind }) => kind === 'ignored-left');
    expect(ignored).toEqual([
      {
        kind: 'ignored-left',
        blocks: false,
        text: expect.stringMatching(
          /^git ignores .*x\.log.*not delivered\. Copied to .*ignored: .*x\.log.* gone with the workspace: build\/\.$/,
        ) as string,
      },
    ]);
    const copied = join(rig.folder('r1-core-1'), 'ignored');
    expect(await readFile(join(copied, 'x.log'), 'utf8')).toBe('log\n');
    expect(await exists(join(copied, 'build'))).toBe(false);
    expect(await exists(join(copied, 'node_modules'))).toBe(false);
  });

  it('leaves ignored files where they are', async () => {
    await writeFiles(ws.path, { 'x.log': 'log\n', 'build/out': 'o\n' });
    expect(await ws.harvest()).toMatchObject({ commit: null });
    expect(await exists(join(ws.path, 'build/out'))).toBe(true);
  });

  it('does not touch the agent’s index, HEAD, branch or lock', async () => {
    await writeFiles(ws.path, { 'a.txt': 'staged\n' });
    await ws.git('add', 'a.txt');
    await writeFiles(ws.path, { 'a.txt': 'work\n', 'n.txt': 'n\n' });
    const admin = await ws.git('rev-parse', '--absolute-git-dir');
    await writeFile(join(admin, 'index.lock'), '');
    const before = await readFile(join(admin, 'index'));
    const harvest = await ws.harvest();
    expect(await rig.filesOf(harvest.commit ?? '')).toMatchObject({
      'a.txt': 'work\n',
      'n.txt': 'n\n',
    });
    expect((await readFile(join(admin, 'index'))).equals(before)).toBe(true);
    expect(await ws.git('rev-parse', 'HEAD')).toBe(rig.base);
    expect(await rig.readRef(`refs/heads/${ws.workspace.branch}`)).toBe(rig.base);
    expect((await readdir(ws.spec.folder)).filter((name) => name.startsWith('index'))).toEqual([]);
  });

  it('holds a staged version that is neither in HEAD nor in the file', async () => {
    await writeFiles(ws.path, { 'a.txt': 'staged\n', 'b.txt': 'same\n' });
    await ws.git('add', '-A');
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toEqual(['staged-differs']);
    expect(await rig.filesOf('refs/fanin/r1/staged/core/1')).toMatchObject({ 'a.txt': 'staged\n' });
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('says nothing about staging when the files are as staged', async () => {
    await writeFiles(ws.path, { 'a.txt': 'staged\n' });
    await ws.git('add', '-A');
    await writeFiles(ws.path, { 'b.txt': 'unstaged\n' });
    expect(kinds(await ws.harvest())).toEqual([]);
  });

  it('sees changes that the index was told to overlook', async () => {
    await ws.git('update-index', '--assume-unchanged', 'a.txt');
    await ws.git('update-index', '--skip-worktree', 'b.txt', 'dir/c.txt');
    await writeFiles(ws.path, { 'a.txt': 'hidden\n', 'b.txt': 'hidden too\n', 'dir/c.txt': null });
    const tree = await treeOf();
    expect(tree).toMatchObject({ 'a.txt': 'hidden\n', 'b.txt': 'hidden too\n' });
    // A skip-worktree file that is absent is what a sparse checkout looks like: not a deletion.
    expect(tree).toHaveProperty(['dir/c.txt']);
  });

  it('sees a change of the same size within the clock tick in which the index was written', async () => {
    // Without the change time, size and modification time alone can tell; both are made the same.
    await ws.git('config', 'core.trustctime', 'false');
    const file = join(ws.path, 'a.txt');
    const tick = new Date(Date.now() - 10_000);
    await writeFile(file, 'two\n');
    await utimes(file, tick, tick);
    await ws.git('add', 'a.txt');
    await writeFile(file, 'six\n');
    await utimes(file, tick, tick);
    await utimes(join(await ws.git('rev-parse', '--absolute-git-dir'), 'index'), tick, tick);
    expect(await treeOf()).toMatchObject({ 'a.txt': 'six\n' });
  });

  it('does not take line ends that attributes would change for a change', async () => {
    await rig.repo.write({ '.gitattributes': '*.crlf text\n', raw: 'a\r\nb\r\n' });
    const blob = await rig.repo.git('hash-object', '-w', '--no-filters', 'raw');
    await rig.repo.git('add', '.gitattributes');
    for (const name of ['x.crlf', 'y.crlf']) {
      await rig.repo.git('update-index', '--add', '--cacheinfo', `100644,${blob},${name}`);
    }
    await rig.repo.git('commit', '-qm', 'crlf');
    const spec = { ...rig.spec('eol'), base: await rig.repo.git('rev-parse', 'HEAD') };
    const workspace = value(await rig.workspaces.prepare(spec));
    expect(value(await rig.workspaces.harvest(workspace, spec)).commit).toBeNull();
    await writeFile(join(workspace.path, 'x.crlf'), 'a\r\nc\r\n');
    const { commit } = value(await rig.workspaces.harvest(workspace, spec));
    expect(await rig.filesOf(commit ?? '')).toMatchObject({
      'x.crlf': 'a\nc\n',
      'y.crlf': 'a\r\nb\r\n',
    });
  });

  it('works with a broken index, a missing one, and a half-finished merge', async () => {
    const admin = await ws.git('rev-parse', '--absolute-git-dir');
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await writeFile(join(admin, 'index'), 'garbage');
    expect(await treeOf()).toMatchObject({ 'a.txt': 'work\n', 'b.txt': 'two\n' });
    await rm(join(admin, 'index'));
    expect(await treeOf()).toMatchObject({ 'a.txt': 'work\n', 'b.txt': 'two\n' });
  });

  it('reports a merge that was left unfinished', async () => {
    await rig.repo.commit({ 'a.txt': 'main\n' });
    await writeFiles(ws.path, { 'a.txt': 'mine\n' });
    await ws.git('commit', '-qam', 'mine');
    await ws.git('merge', 'main').catch(() => undefined);
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toContain('operation-unfinished');
    expect((await rig.filesOf(harvest.commit ?? ''))['a.txt']).toContain('<<<<<<<');
  });

  it('keeps commits that the agent amended or reset away', async () => {
    await writeFiles(ws.path, { 'a.txt': 'first try\n' });
    await ws.git('commit', '-qam', 'first');
    const first = await ws.git('rev-parse', 'HEAD');
    await ws.git('reset', '-q', '--hard', 'HEAD~1');
    await writeFiles(ws.path, { 'a.txt': 'second try\n' });
    await ws.git('commit', '-qam', 'second');
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toEqual(['commits-dropped']);
    expect(kinds(await ws.harvest())).toEqual([]);
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await rig.repo.git('rev-list', 'refs/fanin/r1/dropped/core/1')).toContain(first);
  });

  it('harvests whatever is there when the agent leaves its branch or its history', async () => {
    await rig.repo.git('checkout', '-q', '--orphan', 'elsewhere');
    const elsewhere = await rig.repo.commit({ 'z.txt': 'z\n' });
    await rig.repo.git('checkout', '-q', 'main');
    await ws.git('checkout', '-q', '--detach', elsewhere);
    await writeFiles(ws.path, { 'new.txt': 'n\n' });
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toEqual(['branch-switched', 'history-rewritten', 'shared-refs-changed']);
    expect(await rig.filesOf(harvest.commit ?? '')).toMatchObject({
      'z.txt': 'z\n',
      'new.txt': 'n\n',
    });
    expect(await rig.repo.git('rev-parse', `${harvest.commit ?? ''}^`)).toBe(elsewhere);
  });

  it('harvests an unborn branch', async () => {
    await ws.git('checkout', '-q', '--orphan', 'fresh');
    await writeFiles(ws.path, { 'a.txt': 'orphan\n' });
    expect(await treeOf()).toMatchObject({ 'a.txt': 'orphan\n' });
  });

  it('reports nested repositories and leaves them out', async () => {
    for (const name of ['vendor/lib', 'empty repo']) {
      await mkdir(join(ws.path, name), { recursive: true });
      await rig.repo.gitIn(join(ws.path, name), 'init', '-q');
    }
    await writeFiles(ws.path, { 'vendor/lib/x.txt': 'x\n', 'ok.txt': 'ok\n' });
    await rig.repo.gitIn(join(ws.path, 'vendor/lib'), 'add', '-A');
    await rig.repo.gitIn(join(ws.path, 'vendor/lib'), 'commit', '-qm', 'inner');
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toEqual(['nested-repository', 'nested-repository']);
    expect(harvest.findings.every((finding) => finding.blocks)).toBe(true);
    const tree = await rig.filesOf(harvest.commit ?? '');
    expect(tree).toHaveProperty(['ok.txt']);
    expect(
      Object.keys(tree).filter((path) => path.startsWith('vendor') || path.startsWith('empty')),
    ).toEqual([]);
    const removal = await ws.remove();
    expect(removal.removed ? '' : removal.kept).toContain('repository of its own');
    expect(await exists(join(ws.path, 'vendor/lib/x.txt'))).toBe(true);
  });

  it('leaves a staged gitlink out, too', async () => {
    await mkdir(join(ws.path, 'lib'));
    await rig.repo.gitIn(join(ws.path, 'lib'), 'init', '-q');
    await rig.repo.gitIn(join(ws.path, 'lib'), 'commit', '-q', '--allow-empty', '-m', 'x');
    await ws.git('add', 'lib');
    await writeFiles(ws.path, { 'ok.txt': 'ok\n' });
    expect(Object.keys(await treeOf())).not.toContain('lib');
  });

  it('takes what it can and says what it could not', async () => {
    await writeFiles(ws.path, { 'ok.txt': 'ok\n', 'a.txt': null });
    execFileSync('mkfifo', [join(ws.path, 'a.txt')]);
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toEqual(['not-held']);
    expect(await rig.filesOf(harvest.commit ?? '')).toMatchObject({ 'ok.txt': 'ok\n' });
    expect((await ws.remove()).removed).toBe(false);
  });

  it('writes its commits as somebody when the user has no name', async () => {
    await writeFile(join(rig.repo.home, '.gitconfig'), '');
    await writeFiles(ws.path, { 'new.txt': 'n\n' });
    const { commit } = value(await rig.workspaces.harvest(ws.workspace, ws.spec));
    expect(await rig.repo.git('log', '-1', '--format=%an <%ae>', commit ?? '')).toBe(
      'fanin <fanin@localhost>',
    );
  });
});
