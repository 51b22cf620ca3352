import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { belongings } from '../../support/foreign-trees.ts';
import { writeFiles } from '../../support/git-repo.ts';
import { foreignRig } from './foreign-rig.ts';
import type { ForeignRig } from './foreign-rig.ts';

describe('taking in work of other tools', () => {
  let rig: ForeignRig;
  beforeEach(async () => {
    rig = await foreignRig({
      'a.txt': 'one\n',
      'gone.txt': 'x\n',
      '.gitignore': 'build/\n*.log\n',
    });
  });
  afterEach(() => rig.repo.remove());

  const kinds = (of: { harvest: { findings: readonly { kind: string }[] } }): readonly string[] =>
    of.harvest.findings.map(({ kind }) => kind);

  it('takes what is committed, staged, changed, removed and untracked, and what is ignored not', async () => {
    const path = await rig.worktree('alpha');
    const head = await rig.commitIn(path, { 'b.txt': 'b\n' }, 'Add b');
    await writeFiles(path, {
      'a.txt': 'two\n',
      'new/file.txt': 'new\n',
      'gone.txt': null,
      'build/out.o': 'o\n',
      'x.log': 'log\n',
      'staged.txt': 'staged\n',
    });
    await symlink('a.txt', join(path, 'link'));
    await rig.repo.gitIn(path, 'add', 'staged.txt');
    const { harvest, from, subjects, commits } = await rig.take('alpha');
    expect(await rig.filesOf(harvest.commit)).toEqual({
      '.gitignore': 'build/\n*.log',
      'a.txt': 'two',
      'b.txt': 'b',
      link: 'a.txt',
      'new/file.txt': 'new',
      'staged.txt': 'staged',
    });
    expect(from).toEqual({ branch: 'refs/heads/alpha', worktree: path, head, uncommitted: 5 });
    expect([subjects, commits]).toEqual([['Add b'], 1]);
    expect(harvest).toMatchObject({
      base: await rig.repo.git('rev-parse', 'main'),
      snapshot: true,
      findings: [],
    });
    expect(await rig.repo.git('rev-parse', `${harvest.commit ?? ''}^`)).toBe(head);
  });

  it('takes the branch’s own commit where nothing is uncommitted', async () => {
    const path = await rig.worktree('alpha');
    const head = await rig.commitIn(path, { 'b.txt': 'b\n' });
    expect((await rig.take('alpha')).harvest).toMatchObject({ commit: head, snapshot: false });
    await rm(path, { recursive: true });
    const gone = await rig.take('alpha');
    expect(gone.harvest.commit).toBe(head);
    expect(kinds(gone)).toEqual(['work-copy-gone']);
  });

  it('changes nothing of it: files, index, HEAD, branch, stash, even when it is dirty all over', async () => {
    const path = await rig.worktree('alpha');
    await rig.commitIn(path, { 'b.txt': 'b\n' });
    await writeFiles(path, { 'b.txt': 'stashed\n' });
    await rig.repo.gitIn(path, 'stash', '-q');
    await writeFiles(path, {
      'b.txt': 'staged\n',
      'new.txt': 'n\n',
      'x.log': 'l\n',
      '.env': 'S=1\n',
    });
    await rig.repo.gitIn(path, 'add', 'b.txt');
    await writeFiles(path, { 'b.txt': 'changed\n' });
    await writeFiles(rig.repo.path, { 'mine.txt': 'mine\n' });
    const copies = [rig.repo.path, path];
    const before = await belongings(rig.repo, copies);
    const { harvest } = await rig.take('alpha');
    await rig.take('main');
    expect(harvest.findings.map(({ kind }) => kind)).toEqual(['secret-left', 'staged-differs']);
    expect(await belongings(rig.repo, copies)).toEqual(before);
  });

  it('sees changes that the index was told to overlook', async () => {
    const path = await rig.worktree('alpha');
    await rig.repo.gitIn(path, 'update-index', '--assume-unchanged', 'a.txt');
    await writeFiles(path, { 'a.txt': 'hidden\n' });
    expect(await rig.filesOf((await rig.take('alpha')).harvest.commit)).toMatchObject({
      'a.txt': 'hidden',
    });
  });

  it('leaves untracked secrets where they are, and says so; those that somebody staged are theirs to give', async () => {
    const path = await rig.worktree('alpha');
    await writeFiles(path, {
      'b.txt': 'b\n',
      '.env': 'TOKEN=1\n',
      'deploy/id_rsa': 'key\n',
      '.env.example': 'TOKEN=\n',
      'staged.pem': 'pem\n',
    });
    await rig.repo.gitIn(path, 'add', '-f', 'staged.pem');
    const { harvest } = await rig.take('alpha');
    const files = Object.keys(await rig.filesOf(harvest.commit));
    expect(files).toEqual(expect.arrayContaining(['b.txt', '.env.example', 'staged.pem']));
    expect(files).not.toEqual(expect.arrayContaining(['.env']));
    expect(files).not.toEqual(expect.arrayContaining(['deploy/id_rsa']));
    expect(harvest.findings.map(({ kind, path: of, blocks }) => [kind, of, blocks])).toEqual([
      ['secret-left', '.env', false],
      ['secret-left', 'deploy/id_rsa', false],
    ]);
    const all = await rig.repo.git('rev-list', '--objects', harvest.commit ?? '');
    expect(all).not.toContain('.env\n');
  });

  it('tells of a repository inside it that holds work, and of none that holds nothing', async () => {
    const path = await rig.worktree('alpha');
    await writeFiles(path, { 'b.txt': 'b\n' });
    const inner = join(path, 'inner');
    await rig.repo.git('clone', '-q', rig.repo.path, inner);
    expect(kinds(await rig.take('alpha'))).toEqual([]);
    await rig.commitIn(inner, { 'w.txt': 'w\n' });
    const { harvest } = await rig.take('alpha');
    expect(harvest.findings).toMatchObject([
      { kind: 'nested-repository', path: 'inner', blocks: true },
    ]);
    expect(Object.keys(await rig.filesOf(harvest.commit))).not.toContain('inner');
  });

  it('finds nothing new in what the target has: by history, by content, or in a change and its return', async () => {
    const path = await rig.worktree('alpha');
    expect((await rig.take('alpha')).harvest.commit).toBe(null);
    await rig.commitIn(path, { 'b.txt': 'b\n' });
    await rig.repo.git('cherry-pick', 'alpha');
    await rig.repo.commit({ 'later.txt': 'l\n' });
    expect((await rig.take('alpha')).harvest.commit).toBe(null);
    await rig.repo.git('merge', '-q', 'alpha');
    expect((await rig.take('alpha')).harvest.commit).toBe(null);
    const back = await rig.worktree('back');
    await rig.commitIn(back, { 'a.txt': 'two\n' });
    await rig.commitIn(back, { 'a.txt': 'one\n' });
    expect((await rig.take('back')).harvest.commit).toBe(null);
  });

  it('takes the uncommitted work of the main checkout itself', async () => {
    await writeFiles(rig.repo.path, { 'a.txt': 'mine\n' });
    const { harvest, from, commits } = await rig.take('.');
    expect(await rig.filesOf(harvest.commit)).toMatchObject({ 'a.txt': 'mine' });
    expect([from.uncommitted, commits]).toEqual([1, 0]);
  });
});

describe('the base of what is taken in', () => {
  let rig: ForeignRig;
  beforeEach(async () => {
    rig = await foreignRig();
  });
  afterEach(() => rig.repo.remove());

  it('is where it left the target, however far that has moved on since', async () => {
    const path = await rig.worktree('alpha');
    await rig.commitIn(path, { 'b.txt': 'b\n' });
    const base = await rig.repo.git('rev-parse', 'main');
    await rig.repo.commit({ 'a.txt': 'moved\n' });
    expect((await rig.take('alpha')).harvest.base).toBe(base);
  });

  it('moves up with a merge of the target, so that others’ work is not counted as its own', async () => {
    const path = await rig.worktree('alpha');
    await rig.commitIn(path, { 'b.txt': 'b\n' });
    const moved = await rig.repo.commit({ 'a.txt': 'moved\n' });
    await rig.repo.gitIn(path, 'merge', '-q', 'main');
    const { harvest } = await rig.take('alpha');
    expect(harvest.base).toBe(moved);
    const names = await rig.repo.git('diff', '--name-only', moved, harvest.commit ?? '');
    expect(names).toBe('b.txt');
  });

  it('is said to be one of several where they were merged crosswise', async () => {
    const path = await rig.worktree('alpha');
    const own = await rig.commitIn(path, { 'b.txt': 'b\n' });
    const theirs = await rig.repo.commit({ 'c.txt': 'c\n' });
    await rig.repo.git('merge', '-q', '--no-ff', '-m', 'in', own);
    await rig.repo.gitIn(path, 'merge', '-q', '--no-ff', '-m', 'out', theirs);
    await rig.commitIn(path, { 'd.txt': 'd\n' });
    const { harvest } = await rig.take('alpha');
    expect(harvest.findings).toMatchObject([{ kind: 'several-bases', blocks: false }]);
    expect([own, theirs]).toContain(harvest.base);
  });

  it('is not made up where there is none', async () => {
    await rig.repo.git('checkout', '-q', '--orphan', 'island');
    await rig.repo.commit({ 'a.txt': 'another world\n' });
    await rig.repo.git('checkout', '-q', 'main');
    expect(await rig.refusal('island')).toMatchObject({
      code: 'unrelated-history',
      hint: expect.stringContaining('git cherry-pick') as string,
    });
  });
});
