import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFile,
  chmod,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../support/git-repo.ts';
import { exists, kinds } from '../worktree/yard-rig.ts';
import type { Prepared } from '../worktree/yard-rig.ts';
import { makeCloneYard } from './clone-rig.ts';
import type { CloneRig } from './clone-rig.ts';

/** Each agent leaves something behind that would lose its work, or make the harvest do what it must not. */
describe('harvest of a clone whose agent meant no good', { timeout: 60_000 }, () => {
  let rig: CloneRig;
  let ws: Prepared;
  beforeEach(async () => {
    rig = await makeCloneYard({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
    ws = await rig.prepare();
  });
  afterEach(() => rig.repo.remove());

  const harvested = async () => {
    const harvest = await ws.harvest();
    const files = harvest.commit === null ? {} : await rig.filesOf(harvest.commit);
    return { harvest, files };
  };

  it('takes the files of one that deleted its git folder', async () => {
    await writeFiles(ws.path, { 'new.txt': 'work\n' });
    await rm(join(ws.path, '.git'), { recursive: true });
    const { harvest, files } = await harvested();
    expect(files).toEqual({ 'a.txt': 'one\n', 'b.txt': 'two\n', 'new.txt': 'work\n' });
    expect(kinds(harvest)).toEqual(['git-folder-lost']);
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('takes the files of one that made its git folder anew', async () => {
    await rm(join(ws.path, '.git'), { recursive: true });
    await writeFiles(ws.path, { 'a.txt': 'new\n' });
    await ws.git('init', '-q');
    await ws.git('add', '-A');
    await ws.git('commit', '-q', '-m', 'all anew');
    const { harvest, files } = await harvested();
    expect(files).toEqual({ 'a.txt': 'new\n', 'b.txt': 'two\n' });
    expect(kinds(harvest)).toContain('history-rewritten');
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it.each([
    ['a broken configuration', 'config', '[core\nnonsense'],
    ['a broken HEAD', 'HEAD', 'nonsense\n'],
    ['a broken index', 'index', 'nonsense'],
    ['broken packed refs', 'packed-refs', 'nonsense\n'],
    ['an endless way to objects', 'objects/info/alternates', '/nowhere\n.\n'],
  ])('takes the work of one with %s', async (_what, file, text) => {
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await writeFile(join(ws.path, '.git', file), text);
    expect((await harvested()).files).toEqual({ 'a.txt': 'work\n', 'b.txt': 'two\n' });
  });

  it('takes the files of one that lost the objects of its commits', async () => {
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await ws.git('commit', '-q', '-am', 'work');
    const id = await ws.git('rev-parse', 'HEAD:a.txt');
    await writeFiles(ws.path, { 'a.txt': 'more\n' });
    await rm(join(ws.path, '.git/objects', id.slice(0, 2), id.slice(2)));
    const { harvest, files } = await harvested();
    expect(files).toEqual({ 'a.txt': 'more\n', 'b.txt': 'two\n' });
    expect(harvest.findings.some(({ blocks }) => blocks)).toBe(true);
  });

  it('does not let an object pass for another', async () => {
    await writeFiles(ws.path, { 'a.txt': 'honest\n' });
    const id = await ws.git('hash-object', 'a.txt');
    await writeFiles(ws.path, { 'c.txt': 'forged\n' });
    const forged = await ws.git('hash-object', '-w', 'c.txt');
    const place = (of: string) => join(ws.path, '.git/objects', of.slice(0, 2), of.slice(2));
    await mkdir(join(ws.path, '.git/objects', id.slice(0, 2)), { recursive: true });
    await rename(place(forged), place(id));
    const { harvest, files } = await harvested();
    expect(files['a.txt']).toBe('honest\n');
    expect(kinds(harvest)).toContain('history-refused');
  });

  it('refuses commits that are not sound, and takes the files', async () => {
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await ws.git('commit', '-q', '-am', 'work');
    const raw = await ws.git('cat-file', 'commit', 'HEAD');
    const bad = join(rig.repo.base, 'bad');
    await writeFile(bad, raw.replace(/^author .*$/m, 'author nobody'));
    const id = await ws.git('hash-object', '-t', 'commit', '--literally', '-w', bad);
    await ws.git('update-ref', 'HEAD', id);
    const { harvest, files } = await harvested();
    expect(files).toEqual({ 'a.txt': 'work\n', 'b.txt': 'two\n' });
    expect(kinds(harvest)).toContain('history-refused');
    expect((await ws.remove()).removed).toBe(false);
  });

  it('takes files and folders that their modes close', async () => {
    await writeFiles(ws.path, { 'shut.txt': 'shut\n', 'box/in.txt': 'in\n' });
    await chmod(join(ws.path, 'shut.txt'), 0);
    await chmod(join(ws.path, 'box'), 0);
    const { files } = await harvested();
    expect(files).toMatchObject({ 'shut.txt': 'shut\n', 'box/in.txt': 'in\n' });
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('passes by pipes, sockets and links, wherever they lie', async () => {
    await writeFiles(ws.path, { 'new.txt': 'work\n' });
    execFileSync('mkfifo', [join(ws.path, 'pipe'), join(ws.path, '.git/MERGE_HEAD')]);
    await rm(join(ws.path, '.git/HEAD'));
    execFileSync('mkfifo', [join(ws.path, '.git/HEAD')]);
    await rm(join(ws.path, 'b.txt'));
    execFileSync('mkfifo', [join(ws.path, 'b.txt')]);
    const secret = join(rig.repo.base, 'secret');
    await writeFile(secret, 'key\n');
    await symlink(secret, join(ws.path, 'link'));
    await rm(join(ws.path, '.git/index'));
    await symlink(secret, join(ws.path, '.git/index'));
    const { files } = await harvested();
    expect(files).toMatchObject({ 'a.txt': 'one\n', 'new.txt': 'work\n', link: `-> ${secret}` });
    expect(JSON.stringify(files)).not.toContain('key');
  });

  it('is not led elsewhere by a git folder that is a link or a file', async () => {
    await writeFiles(ws.path, { 'new.txt': 'work\n' });
    await rename(join(ws.path, '.git'), join(rig.repo.base, 'elsewhere'));
    await symlink(join(rig.repo.base, 'elsewhere'), join(ws.path, '.git'));
    expect((await harvested()).files).toMatchObject({ 'new.txt': 'work\n' });
    await rm(join(ws.path, '.git'));
    await writeFile(join(ws.path, '.git'), `gitdir: ${rig.place.commonDir}\n`);
    await writeFiles(ws.path, { 'more.txt': 'more\n' });
    expect((await harvested()).files).toMatchObject({ 'more.txt': 'more\n' });
    expect(await rig.repo.git('status', '--porcelain')).toBe('');
  });

  it('holds other branches, tags and every stash', async () => {
    await ws.git('switch', '-q', '-c', 'side');
    await writeFiles(ws.path, { 'side.txt': 'side\n' });
    await ws.git('add', '-A');
    await ws.git('commit', '-q', '-m', 'side');
    await ws.git('tag', '-a', '-m', 'tagged', 'v-side');
    const side = await ws.git('rev-parse', 'side');
    for (const text of ['first\n', 'second\n']) {
      await writeFiles(ws.path, { 'a.txt': text });
      await ws.git('stash', '-q');
    }
    const first = await ws.git('rev-parse', 'stash@{1}');
    await ws.git('switch', '-q', ws.workspace.branch);
    const { harvest } = await harvested();
    expect(harvest.commit).toBeNull();
    expect(kinds(harvest)).toContain('refs-held');
    expect(await rig.readRef('refs/fanin/r1/agent/core/1/heads/side')).toBe(side);
    expect(await rig.readRef('refs/fanin/r1/agent/core/1/tags/v-side')).not.toBeNull();
    expect(await rig.readRef('refs/fanin/r1/agent/core/1/stash')).not.toBeNull();
    expect(
      await rig.repo.git('merge-base', '--is-ancestor', first, 'refs/fanin/r1/dropped/core/1'),
    ).toBe('');
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('cannot be made to move a ref of fanin’s or the user’s', async () => {
    const before = await rig.repo.git('for-each-ref');
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await ws.git('commit', '-q', '-am', 'work');
    await ws.git('branch', '-f', 'main');
    await ws.git('update-ref', 'refs/fanin/r1/landed/core', 'HEAD');
    await ws.git('update-ref', 'refs/fanin/r1/harvest/core/1', 'HEAD~1');
    await ws.git('update-ref', 'refs/fanin/r1/harvest/other/1', 'HEAD');
    await ws.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await ws.harvest();
    const after = (await rig.repo.git('for-each-ref')).split('\n');
    const added = after.filter((line) => !before.includes(line)).map((line) => line.split('\t')[1]);
    expect(added).toEqual(['refs/fanin/r1/harvest/core/1']);
  });

  it('runs nothing that was planted', async () => {
    const marker = join(rig.repo.base, 'marker');
    const script = join(rig.repo.base, 'planted.sh');
    await writeFile(script, `#!/bin/sh\necho ran >> '${marker}'\ncat\n`, { mode: 0o755 });
    await mkdir(join(ws.path, '.git/hooks'), { recursive: true });
    for (const hook of ['reference-transaction', 'post-index-change', 'pre-commit'])
      await writeFile(join(ws.path, '.git/hooks', hook), `#!/bin/sh\necho ran >> '${marker}'\n`, {
        mode: 0o755,
      });
    await appendFile(
      join(ws.path, '.git/config'),
      `[core]\n\tfsmonitor = ${script}\n\tworktree = ${rig.repo.path}\n\talternateRefsCommand = ${script}\n` +
        `[filter "planted"]\n\tclean = ${script}\n\tprocess = ${script}\n\trequired = true\n` +
        `[uploadpack]\n\tpackObjectsHook = ${script}\n[diff]\n\texternal = ${script}\n`,
    );
    await writeFiles(ws.path, { '.gitattributes': '* filter=planted\n', 'a.txt': 'work\n' });
    const { files } = await harvested();
    expect(files['a.txt']).toBe('work\n');
    expect((await ws.remove()).removed).toBe(true);
    expect(await exists(marker)).toBe(false);
  });

  it('keeps a clone with a repository in it, and says so', async () => {
    await mkdir(join(ws.path, 'inner'));
    await rig.repo.gitIn(join(ws.path, 'inner'), 'init', '-q');
    await writeFiles(ws.path, { 'inner/x.txt': 'x\n', 'new.txt': 'work\n' });
    const { harvest, files } = await harvested();
    expect(files['new.txt']).toBe('work\n');
    expect(kinds(harvest)).toContain('nested-repository');
    expect((await ws.remove()).removed).toBe(false);
    expect(await readFile(join(ws.path, 'inner/x.txt'), 'utf8')).toBe('x\n');
  });

  it('takes over what Git LFS keeps, if it is what its name says', async () => {
    const store = (root: string, hash: string) =>
      join(root, '.git/lfs/objects', hash.slice(0, 2), hash.slice(2, 4), hash);
    const good = createHash('sha256').update('large\n').digest('hex');
    await writeFiles(ws.path, { [store('.', good)]: 'large\n' });
    expect((await ws.remove()).removed).toBe(false);
    await ws.harvest();
    expect(await readFile(store(rig.repo.path, good), 'utf8')).toBe('large\n');
    const bad = 'ab'.repeat(32);
    await writeFiles(ws.path, { [store('.', bad)]: 'forged\n' });
    expect(kinds(await ws.harvest())).toEqual(['not-held']);
    expect(await exists(store(rig.repo.path, bad))).toBe(false);
    expect((await ws.remove()).removed).toBe(false);
    await rm(store(ws.path, bad));
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('refuses what is larger than the limit, and keeps the clone', async () => {
    const small = await makeCloneYard({ 'a.txt': 'one\n' }, { limits: { packBytes: 200_000 } });
    const mine = await small.prepare();
    execFileSync('sh', ['-c', 'head -c 3000000 /dev/urandom > huge.bin'], { cwd: mine.path });
    const taken = await small.clones.harvest(mine.workspace, mine.spec);
    expect(taken).toMatchObject({ ok: false, error: { code: 'fetch-too-large' } });
    expect((await mine.remove()).removed).toBe(false);
    await small.repo.remove();
  });

  it('removes trees that are deeper than a path can be long', async () => {
    const dig = (cwd: string): void => {
      const steps = 'for (1..300) { mkdir "d" x 20; chdir "d" x 20 } open F, ">x"; print F "x"';
      execFileSync('perl', ['-e', steps], { cwd });
    };
    dig(ws.path);
    expect(kinds(await ws.harvest())).toContain('not-held');
    expect((await ws.remove()).removed).toBe(false);
    execFileSync('rm', ['-rf', join(ws.path, 'd'.repeat(20))]);
    await writeFiles(ws.path, { '.gitignore': 'box\n' });
    await mkdir(join(ws.path, 'box'));
    dig(join(ws.path, 'box'));
    await ws.harvest();
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await exists(ws.path)).toBe(false);
  });
});
