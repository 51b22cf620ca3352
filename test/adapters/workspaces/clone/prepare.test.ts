import {
  lstat,
  mkdir,
  readFile,
  readdir,
  rm,
  stat,
  writeFile,
  rename,
  symlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { publicUrl } from '../../../../src/adapters/workspaces/clone/lender.ts';
import { discoverRepository } from '../../../../src/adapters/git/discover.ts';
import { writeFiles } from '../../../support/git-repo.ts';
import { exists, filesBelow, kinds, makeYard, value } from '../worktree/yard-rig.ts';
import type { YardRig } from '../worktree/yard-rig.ts';
import { clonesIn, makeCloneYard } from './clone-rig.ts';

describe('a private clone', { timeout: 60_000 }, () => {
  const made: YardRig[] = [];
  const yard = async (...args: Parameters<typeof makeYard>): Promise<YardRig> => {
    const rig = await makeYard(...args);
    made.push(rig);
    return rig;
  };
  afterEach(async () => {
    for (const rig of made.splice(0)) await rig.repo.remove();
  });

  it('names the main checkout nowhere but where objects come from', async () => {
    const rig = await yard({ 'a.txt': 'one\n' });
    await rig.repo.git('remote', 'add', 'origin', 'https://me:token@example.com/team/app.git');
    await rig.repo.git('remote', 'add', 'here', rig.repo.path);
    const ws = await clonesIn(rig).prepare();
    const named: string[] = [];
    for (const [path, text] of Object.entries(await filesBelow(join(ws.path, '.git'))))
      if (text.includes(rig.repo.path)) named.push(path);
    expect(named).toEqual(['objects/info/alternates']);
    expect(await ws.git('remote', '-v')).toBe(
      'origin\thttps://example.com/team/app.git (fetch)\norigin\thttps://example.com/team/app.git (push)',
    );
    expect(await ws.git('config', 'user.email')).toBe('test@example.com');
    expect(await ws.git('status', '--porcelain=v2', '--branch')).toContain(ws.workspace.branch);
    expect(await rig.repo.git('worktree', 'list')).not.toContain(ws.path);
  });

  it.each([
    ['objects are named by SHA-256', { initArgs: ['--object-format=sha256'] }],
    ['paths hold spaces, quotes, line ends and other letters', { name: 'ü "a\'\nb c' }],
  ])('works where %s', async (_name, options) => {
    const rig = await yard({ 'a b.txt': 'one\n' }, options);
    const ws = await clonesIn(rig).prepare();
    await writeFiles(ws.path, { 'a b.txt': 'two\n', 'ü.txt': 'n\n' });
    const { commit, findings } = await ws.harvest();
    expect(findings).toEqual([]);
    expect(await rig.repo.git('cat-file', 'blob', `${commit}:a b.txt`)).toBe('two');
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('holds files that are older than its index, so that a look need not read them', async () => {
    const rig = await yard({ 'a.txt': 'one\n', 'below/b.txt': 'two\n' });
    await symlink('a.txt', join(rig.repo.path, 'link'));
    await rig.repo.git('add', 'link');
    await rig.repo.git('commit', '-q', '-m', 'link');
    const ws = await clonesIn(rig).prepare();
    const index = (await lstat(join(ws.path, '.git/index'))).mtimeMs;
    for (const name of ['a.txt', 'below/b.txt', 'link'])
      expect((await lstat(join(ws.path, name))).mtimeMs).toBeLessThan(index - 2_000);
    expect(await ws.git('diff-files')).toBe('');
  });

  it('keeps what it stands on, whatever happens to it in the repository', async () => {
    const rig = await yard({ 'a.txt': 'one\n' });
    const base = await rig.repo.commit({ 'a.txt': 'two\n' });
    const ws = await clonesIn(rig).prepare();
    await rig.repo.git('reset', '-q', '--hard', 'HEAD~1');
    await rig.repo.git('reflog', 'expire', '--expire=now', '--all');
    await rig.repo.git('gc', '-q', '--prune=now');
    expect(await ws.git('cat-file', '-t', base)).toBe('commit');
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await ws.git('commit', '-q', '-am', 'work');
    await ws.git('gc', '-q', '--prune=now');
    expect((await ws.harvest()).commit).toBe(await ws.git('rev-parse', 'HEAD'));
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await rig.readRef('refs/fanin/r1/borrowed/core/1')).toBeNull();
    expect(await readdir(rig.root)).toEqual([]);
  });

  it('lets git do all that it does, and none of it shows outside', async () => {
    const rig = await yard({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
    const ws = await clonesIn(rig).prepare();
    const before = await rig.repo.git('for-each-ref');
    await writeFiles(ws.path, { 'a.txt': 'x\n' });
    await ws.git('stash', '-q');
    await ws.git('stash', 'pop', '-q');
    await ws.git('commit', '-q', '-am', 'x');
    await ws.git('switch', '-q', '-c', 'other', 'main');
    await writeFiles(ws.path, { 'b.txt': 'y\n' });
    await ws.git('commit', '-q', '-am', 'y');
    await ws.git('rebase', '-q', ws.workspace.branch);
    await ws.git('config', 'core.hooksPath', '/nowhere');
    await ws.git('branch', '-q', '-D', ws.workspace.branch);
    await ws.git('pack-refs', '--all');
    await ws.git('gc', '-q');
    expect(await rig.repo.git('for-each-ref')).toBe(before);
    expect(await rig.repo.git('fsck', '--full')).toBe('');
    expect(await filesBelow(ws.path)).toEqual({ 'a.txt': 'x\n', 'b.txt': 'y\n' });
  });

  it.each([
    ['cone', ['--cone'], ['in']],
    ['plain patterns', ['--no-cone'], ['/in/', '/top.txt']],
  ])('is sparse where the repository is: %s', async (_name, mode, patterns) => {
    const rig = await yard({ 'in/a.txt': 'a\n', 'out/b.txt': 'b\n', 'top.txt': 't\n' });
    await rig.repo.git('sparse-checkout', 'set', ...mode, ...patterns);
    const ws = await clonesIn(rig).prepare();
    expect(await filesBelow(ws.path)).toEqual({ 'in/a.txt': 'a\n', 'top.txt': 't\n' });
    expect(await ws.git('status', '--porcelain')).toBe('');
    await writeFiles(ws.path, { 'in/a.txt': 'work\n' });
    const { commit } = await ws.harvest();
    expect(await rig.filesOf(commit ?? '')).toEqual({
      'in/a.txt': 'work\n',
      'out/b.txt': 'b\n',
      'top.txt': 't\n',
    });
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('has the submodules that the repository has, each its own', async () => {
    const inner = await yard({ 'x.txt': 'x\n' });
    const rig = await yard({ 'a.txt': 'one\n' });
    const allow = ['-c', 'protocol.file.allow=always'];
    await rig.repo.git(...allow, 'submodule', '--quiet', 'add', inner.repo.path, 'lib/inner');
    await rig.repo.git('commit', '-q', '-am', 'inner');
    const { prepare } = clonesIn(rig);
    const ws = await prepare();
    const sub = join(ws.path, 'lib/inner');
    expect(await filesBelow(sub)).toEqual({ 'x.txt': 'x\n' });
    expect(await ws.git('status', '--porcelain')).toBe('');
    expect(await ws.git('submodule', 'status')).toMatch(/^ [0-9a-f]{40} lib\/inner/);
    expect((await ws.harvest()).findings).toEqual([]);
    await writeFiles(sub, { 'x.txt': 'work\n' });
    await rig.repo.gitIn(sub, 'commit', '-q', '-am', 'work');
    expect(kinds(await ws.harvest())).toContain('nested-repository');
    expect((await ws.remove()).removed).toBe(false);
    await rig.repo.gitIn(sub, 'reset', '-q', '--hard', 'HEAD~1');
    expect(await ws.remove()).toEqual({ removed: true });
    const modules = join(rig.place.commonDir, 'modules/lib/inner');
    expect(await rig.repo.gitIn(modules, 'for-each-ref', 'refs/fanin')).toBe('');
  });

  it('has checks see all of a commit that the repository has a part of', async () => {
    const upstream = await yard({ 'in/a.txt': 'a\n', 'out/b.txt': 'b\n' });
    await upstream.repo.git('config', 'uploadpack.allowFilter', 'true');
    await upstream.repo.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const path = join(upstream.repo.base, 'copy');
    const from = `file://${upstream.repo.path}`;
    await upstream.repo.git('clone', '-q', '--filter=blob:none', '--sparse', from, path);
    await upstream.repo.gitIn(path, 'sparse-checkout', 'set', 'in');
    const place = value(discoverRepository(path));
    const rig: YardRig = {
      ...upstream,
      place,
      repo: { ...upstream.repo, git: (...args) => upstream.repo.gitIn(path, ...args) },
      spec: (task) => ({ ...upstream.spec(task), folder: join(place.stateDir, 'attempts', 'a') }),
    };
    const { clones, prepare } = clonesIn(rig);
    const ws = await prepare();
    expect(await filesBelow(ws.path)).toEqual({ 'in/a.txt': 'a\n' });
    await writeFiles(ws.path, { 'in/a.txt': 'work\n' });
    // What inside cannot be reached.
    await rename(upstream.repo.path, `${upstream.repo.path}.away`);
    const { commit, findings } = await ws.harvest();
    expect(findings).toEqual([]);
    await rename(`${upstream.repo.path}.away`, upstream.repo.path);
    const copy = value(await clones.checkCopy('r1', commit ?? '', 'sandbox'));
    expect(await filesBelow(copy.path)).toEqual({ 'in/a.txt': 'work\n', 'out/b.txt': 'b\n' });
    const listing = ['rev-list', '--objects', '--missing=print', '--no-walk', `${commit}^{tree}`];
    expect(await upstream.repo.gitIn(path, ...listing)).not.toContain('?');
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it.each([
    ['shallow', ['--depth=1']],
    ['partial', ['--filter=blob:none']],
  ])('is made from a %s repository', async (_name, how) => {
    const upstream = await yard({ 'a.txt': 'one\n' });
    await upstream.repo.git('config', 'uploadpack.allowFilter', 'true');
    await upstream.repo.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    await upstream.repo.commit({ 'a.txt': 'two\n', 'b.txt': 'b\n' });
    const path = join(upstream.repo.base, 'copy');
    await upstream.repo.git('clone', '-q', ...how, `file://${upstream.repo.path}`, path);
    const place = value(discoverRepository(path));
    const rig: YardRig = {
      ...upstream,
      place,
      repo: { ...upstream.repo, git: (...args) => upstream.repo.gitIn(path, ...args) },
      spec: (task) => ({ ...upstream.spec(task), folder: join(place.stateDir, 'attempts', 'a') }),
    };
    const ws = await clonesIn(rig).prepare();
    expect(await filesBelow(ws.path)).toEqual({ 'a.txt': 'two\n', 'b.txt': 'b\n' });
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await ws.git('commit', '-q', '-am', 'work');
    await writeFiles(ws.path, { 'c.txt': 'c\n' });
    const { commit, findings } = await ws.harvest();
    expect(findings).toEqual([]);
    const listed = await upstream.repo.gitIn(path, 'ls-tree', '--name-only', commit ?? '');
    expect(listed).toBe('a.txt\nb.txt\nc.txt');
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('is finished when the move to its place is all that was missing', async () => {
    const rig = await makeCloneYard();
    const ws = await rig.prepare();
    const text = await readFile(join(ws.spec.folder, 'prepared.json'), 'utf8');
    const making = /"making": "(.*)"/.exec(text)?.[1] ?? '';
    await rename(ws.path, making);
    expect(value(await rig.clones.prepare(ws.spec))).toEqual(ws.workspace);
    expect(await exists(join(ws.path, 'a.txt'))).toBe(true);
    await rig.repo.remove();
  });

  it('is made anew when it was half made, and takes nobody’s place', async () => {
    const rig = await makeCloneYard();
    const spec = rig.spec();
    const half = join(rig.root, '.rooms', spec.attempt, 'making-x');
    await mkdir(join(half, '.git'), { recursive: true });
    const ws = await rig.prepare();
    expect(await exists(half)).toBe(false);
    expect(await ws.git('status', '--porcelain')).toBe('');
    const other = rig.spec('other');
    await mkdir(join(rig.root, other.attempt));
    await writeFile(join(rig.root, other.attempt, 'mine.txt'), 'mine\n');
    const taken = await rig.clones.prepare(other);
    expect(taken).toMatchObject({ ok: false, error: { code: 'path-occupied' } });
    await rig.repo.remove();
  });

  it('is listed while it stands, with what belongs to it', async () => {
    const rig = await makeCloneYard();
    const ws = await rig.prepare();
    const copy = value(await rig.clones.checkCopy('r1', rig.base, 'sandbox'));
    await copy.release();
    const listed = value(await rig.clones.list());
    expect(
      listed.map(({ name, kind, level, exists: there }) => [name, kind, level, there]),
    ).toEqual([
      ['r1-core-1', 'attempt', 'sandbox', true],
      ['r1.check-1', 'check', 'sandbox', true],
    ]);
    await rm(ws.path, { recursive: true });
    expect(value(await rig.clones.list())[0]).toMatchObject({ name: 'r1-core-1', exists: false });
    expect(await ws.remove()).toEqual({ removed: true });
    value(await rig.clones.removeCheckCopies());
    expect(value(await rig.clones.list())).toEqual([]);
    await rig.repo.remove();
  });

  it('is not removed through a link', async () => {
    const rig = await makeCloneYard();
    const ws = await rig.prepare();
    const precious = join(rig.repo.base, 'precious');
    await mkdir(precious);
    await writeFile(join(precious, 'x.txt'), 'x\n');
    await rm(ws.path, { recursive: true });
    await symlink(precious, ws.path);
    expect((await ws.remove()).removed).toBe(false);
    expect((await stat(join(precious, 'x.txt'))).isFile()).toBe(true);
    await rig.repo.remove();
  });
});

describe('the address of an upstream, for an agent', () => {
  const place = { root: '/home/me/app', commonDir: '/home/me/app/.git' };
  it.each([
    ['https://me:token@example.com/a.git', 'https://example.com/a.git'],
    ['https://token@example.com/a.git', 'https://example.com/a.git'],
    ['ssh://git:pw@example.com:22/a.git', 'ssh://git@example.com:22/a.git'],
    ['git@example.com:team/a.git', 'git@example.com:team/a.git'],
    ['../upstream.git', '/home/me/upstream.git'],
    ['file:///srv/a.git', '/srv/a.git'],
    ['.', null],
    ['/home/me/app', null],
    ['file:///home/me/app/.git', null],
    ['ext::sh -c true', null],
  ])('%s is %s', (url, seen) => {
    expect(publicUrl(place, url)).toBe(seen);
  });
});
