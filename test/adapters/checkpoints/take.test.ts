import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFiles } from '../../support/git-repo.ts';
import { makeYard, value } from '../workspaces/worktree/yard-rig.ts';
import { heldIn, inStore, openScenes, storeOver, storePath } from './store-rig.ts';

const { scene, keep } = openScenes();

describe('what a checkpoint holds', () => {
  it('holds what the harvest holds: the tracked, and the not ignored', async () => {
    const at = await scene();
    await at.write({ 'x.log': 'ignored\n', 'y.log': 'forced\n', 'new.txt': 'new\n' });
    const first = await at.take();
    expect(Object.keys(await heldIn(at.rig, first.commit))).toEqual([
      '.gitignore',
      'a.txt',
      'new.txt',
    ]);
    await at.made.git('add', '-f', 'y.log');
    const second = await at.take();
    expect((await at.made.harvest()).tree).toBe(second.tree);
    expect(await heldIn(at.rig, second.commit)).toMatchObject({ 'y.log': 'forced\n' });
    await at.made.git('rm', '-q', '--cached', 'y.log');
    const third = await at.take();
    expect(third.tree).toBe(first.tree);
    expect((await at.made.harvest()).tree).toBe(third.tree);
  });

  it('sees files that the agent’s index hides, and changes without a new size or time', async () => {
    const at = await scene({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
    await at.made.git('update-index', '--assume-unchanged', 'a.txt');
    await at.write({ 'a.txt': 'ONE\n' });
    const first = await at.take();
    expect(await heldIn(at.rig, first.commit)).toMatchObject({ 'a.txt': 'ONE\n' });
    await at.write({ 'b.txt': 'TWO\n' });
    expect(await heldIn(at.rig, (await at.take()).commit)).toMatchObject({ 'b.txt': 'TWO\n' });
    await at.write({ 'b.txt': 'tWo\n' });
    expect(await heldIn(at.rig, (await at.take()).commit)).toMatchObject({ 'b.txt': 'tWo\n' });
  });

  it('holds files that are alike, staged by the agent', async () => {
    const at = await scene();
    await at.write({
      'one/__init__.py': '',
      'two/__init__.py': '',
      'three.py': 'x',
      'four.py': 'x',
    });
    await at.made.git('add', '-A');
    const { commit } = await at.take();
    await at.made.git('reset', '-q', '--hard');
    await at.collect();
    expect(await heldIn(at.rig, commit)).toMatchObject({
      'one/__init__.py': '',
      'two/__init__.py': '',
      'three.py': 'x',
      'four.py': 'x',
    });
  });

  it('takes an unfinished merge as it lies there', async () => {
    const at = await scene();
    await at.write({ 'a.txt': 'mine\n' });
    await at.take();
    await at.made.git('commit', '-q', '-am', 'mine');
    await at.made.git('checkout', '-q', '--detach', at.rig.base);
    await at.write({ 'a.txt': 'theirs\n' });
    await at.made.git('commit', '-q', '-am', 'theirs');
    await expect(at.made.git('merge', at.made.workspace.branch)).rejects.toThrow();
    const text = await readFile(join(at.made.path, 'a.txt'), 'utf8');
    expect(text).toContain('<<<<<<<');
    expect(await heldIn(at.rig, (await at.take()).commit)).toMatchObject({ 'a.txt': text });
    expect(await at.made.git('ls-files', '-u')).not.toBe('');
  });

  it('keeps secrets that were brought in out of git, and copies them when they change', async () => {
    const rig = await makeYard({
      'a.txt': 'one\n',
      '.gitignore': '.env\n',
      '.worktreeinclude': '.env\n',
    });
    keep(rig);
    await rig.repo.write({ '.env': 'KEY=old\n' });
    const made = await rig.prepare();
    const checkpoints = storeOver(rig);
    const take = async () => value(await checkpoints.take(made.workspace, made.spec));
    await writeFiles(made.path, { 'a.txt': 'two\n', '.gitignore': '' });
    expect((await take()).kind).toBe('taken');
    expect(await checkpoints.beside(made.spec.folder)).toEqual([]);
    await writeFiles(made.path, { '.env': 'KEY=new\n', 'a.txt': 'three\n' });
    await made.git('add', '-f', '.env');
    const taken = await take();
    if (taken.kind !== 'taken') throw new Error('nothing was taken');
    expect(Object.keys(await heldIn(rig, taken.checkpoint.commit))).not.toContain('.env');
    const [copy] = await checkpoints.beside(made.spec.folder);
    expect(copy).toMatchObject({ kind: 'brought-in', path: '.env' });
    expect(await readFile(copy?.copy ?? '', 'utf8')).toBe('KEY=new\n');
    const all = await inStore(
      rig,
      'cat-file',
      '--batch-all-objects',
      '--batch-check',
      '--unordered',
    );
    const ids = all.split('\n').map((line) => line.split(' ')[0] ?? '');
    const ours = [];
    for (const id of ids) {
      const own = await stat(join(storePath(rig), 'objects', id.slice(0, 2), id.slice(2))).catch(
        () => null,
      );
      if (own !== null) ours.push(await inStore(rig, 'cat-file', '-p', id));
    }
    expect(ours.length).toBeGreaterThan(3);
    expect(ours.join('\n')).not.toContain('KEY=');
  });

  it.each(['with a commit', 'without one'])(
    'archives a repository inside, %s, also one that comes later',
    async (how) => {
      const at = await scene();
      await at.write({ 'a.txt': 'two\n' });
      await at.take();
      await mkdir(join(at.made.path, 'lib'));
      await at.rig.repo.gitIn(join(at.made.path, 'lib'), 'init', '-q');
      await at.write({ 'lib/in.txt': 'inside\n', 'a.txt': 'three\n' });
      if (how === 'with a commit') {
        await at.rig.repo.gitIn(join(at.made.path, 'lib'), 'add', '-A');
        await at.rig.repo.gitIn(join(at.made.path, 'lib'), 'commit', '-q', '-m', 'inside');
      }
      const checkpoint = await at.take();
      expect(Object.keys(await heldIn(at.rig, checkpoint.commit))).toEqual(['.gitignore', 'a.txt']);
      expect((await at.made.harvest()).tree).toBe(checkpoint.tree);
      const [archive] = await at.checkpoints.beside(at.made.spec.folder);
      expect(archive).toMatchObject({ kind: 'nested', path: 'lib' });
      const listed = await promisify(execFile)('tar', ['-tf', archive?.copy ?? '']);
      expect(listed.stdout).toContain('./lib/in.txt');
      expect(listed.stdout).toContain('./lib/.git/HEAD');
    },
  );
});

describe('what a checkpoint leaves alone', () => {
  it('leaves the agent’s index, HEAD and git folder as they were', async () => {
    const at = await scene();
    await at.write({ 'a.txt': 'two\n', 'b.txt': 'new\n' });
    await at.made.git('add', 'b.txt');
    const gitDir = await at.made.git('rev-parse', '--absolute-git-dir');
    const state = async () => ({
      index: await readFile(join(gitDir, 'index'), 'base64'),
      stat: (await stat(join(gitDir, 'index'))).mtimeMs,
      head: await readFile(join(gitDir, 'HEAD'), 'utf8'),
      log: await readFile(join(gitDir, 'logs', 'HEAD'), 'utf8'),
      count: await at.rig.repo.git('count-objects'),
    });
    const before = await state();
    await at.take();
    await at.write({ 'a.txt': 'three\n' });
    await at.take();
    expect(await state()).toEqual(before);
  });

  it('works while the agent’s git holds its index lock', async () => {
    const at = await scene();
    const gitDir = await at.made.git('rev-parse', '--absolute-git-dir');
    await writeFile(join(gitDir, 'index.lock'), '');
    await at.write({ 'a.txt': 'two\n' });
    await at.take();
    expect(await readFile(join(gitDir, 'index.lock'), 'utf8')).toBe('');
  });
});

describe('how a checkpoint goes on', () => {
  it('goes on after another engine', async () => {
    const at = await scene();
    await at.write({ 'a.txt': 'two\n' });
    await at.take();
    const other = storeOver(at.rig);
    expect((await at.look(other)).kind).toBe('unchanged');
    await at.write({ 'a.txt': 'three\n' });
    expect((await at.take(other)).seq).toBe(2);
  });

  it('begins anew when its own index, or what that names, is lost or broken', async () => {
    const at = await scene();
    await at.write({ 'a.txt': 'two\n', 'b.txt': 'b\n' });
    await at.take();
    const folder = join(at.made.spec.folder, 'checkpoint');
    const [name = ''] = (await import('node:fs'))
      .readdirSync(folder)
      .filter((each) => each.startsWith('index-'));
    await writeFile(join(folder, name), 'broken');
    await writeFile(join(folder, `${name}.lock`), '');
    await at.write({ 'a.txt': 'three\n' });
    expect(await heldIn(at.rig, (await at.take()).commit)).toMatchObject({
      'a.txt': 'three\n',
      'b.txt': 'b\n',
    });
    await rm(storePath(at.rig), { recursive: true });
    await at.write({ 'a.txt': 'four\n' });
    const again = await at.take();
    expect(again.seq).toBe(1);
    expect(await heldIn(at.rig, again.commit)).toMatchObject({ 'a.txt': 'four\n', 'b.txt': 'b\n' });
  });

  it('holds the agent’s commit although no file is new', async () => {
    const at = await scene();
    await at.write({ 'a.txt': 'two\n' });
    const first = await at.take();
    await at.made.git('commit', '-q', '-am', 'two');
    const second = await at.look();
    expect(second).toMatchObject({ kind: 'taken', changed: 0, checkpoint: { tree: first.tree } });
    expect((await at.look()).kind).toBe('unchanged');
  });
});
