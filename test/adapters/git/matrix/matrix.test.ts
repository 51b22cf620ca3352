import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../../src/adapters/git/discover.ts';
import { gitMergeMatrix } from '../../../../src/adapters/git/matrix/matrix.ts';
import { makeRepo, writeLink } from '../../../support/git-repo.ts';
import type { Files, TempRepo } from '../../../support/git-repo.ts';

describe('the conflict matrix through git', () => {
  let repo: TempRepo;
  let base: string;
  const on = async (from: string, files: Files): Promise<string> => {
    await repo.git('checkout', '-q', '--detach', from);
    return repo.commit(files);
  };
  const compare = async (target: string, commits: Readonly<Record<string, string>>) => {
    const place = discoverRepository(repo.path);
    if (!place.ok) throw new Error(place.error.message);
    const tips = Object.entries(commits).map(([name, commit]) => ({ name, commit }));
    const found = await gitMergeMatrix(place.value, { alsoFrom: [] }).compare({ target, tips });
    if (!found.ok) throw new Error(found.error.message);
    return found.value;
  };

  beforeEach(async () => {
    repo = await makeRepo({
      files: { 'a.txt': 'one\ntwo\n', 'old/x': 'x\n1\n2\n', 'old/y': 'y\n1\n2\n', bin: 'b' },
    });
    base = await repo.git('rev-parse', 'HEAD');
  });
  afterEach(() => repo.remove());

  it('finds conflicts of names: a moved folder, a file against a folder, modes and links', async () => {
    const moved = { 'old/x': null, 'old/y': null, 'new/x': 'x\n1\n2\n', 'new/y': 'y\n1\n2\n' };
    const commits = {
      moved: await on(base, moved),
      adds: await on(base, { 'old/z': 'z\n' }),
      file: await on(base, { fresh: 'file\n' }),
      folder: await on(base, { 'fresh/x': 'folder\n' }),
      bin1: await on(base, { bin: Buffer.from([0, 1]) }),
      bin2: await on(base, { bin: Buffer.from([0, 2]) }),
    };
    await repo.git('checkout', '-q', '--detach', base);
    await rm(join(repo.path, 'bin'));
    await writeLink(repo.path, 'bin', 'a.txt');
    const link = await repo.commit({});
    const { pairs } = await compare(base, { ...commits, link });
    expect(pairs.map(({ a, b }) => `${a} ${b}`)).toEqual([
      'moved adds',
      'file folder',
      'bin1 bin2',
      'bin1 link',
      'bin2 link',
    ]);
    expect(pairs[0]?.files).toContain('new/z');
    expect(pairs[1]?.files).toEqual(['fresh']);
  });

  it('merges by the target’s attributes, whatever is checked out', async () => {
    const target = await on(base, { '.gitattributes': 'a.txt merge=union\n' });
    const commits = {
      x: await on(target, { 'a.txt': 'one\nx\n' }),
      y: await on(target, { 'a.txt': 'one\ny\n' }),
    };
    await repo.git('checkout', '-q', '--detach', base);
    expect((await compare(target, commits)).pairs).toEqual([]);
    await repo.write({ '.gitattributes': 'a.txt merge=union\n' });
    const plain = {
      x: await on(base, { 'a.txt': 'one\nx\n', '.gitattributes': null }),
      y: await on(base, { 'a.txt': 'one\ny\n' }),
    };
    await repo.write({ '.gitattributes': 'a.txt merge=union\n' });
    expect((await compare(base, plain)).pairs).toHaveLength(1);
  });

  it('takes in a history of its own, and goes on without objects that are lost', async () => {
    await repo.git('checkout', '-q', '--orphan', 'other');
    const other = await repo.commit({ 'a.txt': 'from nowhere\n' });
    const lost = await on(base, { 'lost/file': 'lost\n' });
    const tree = await repo.git('rev-parse', `${lost}:lost`);
    const commits = {
      other,
      lost,
      x: await on(base, { 'a.txt': 'x\n' }),
      y: await on(base, { 'a.txt': 'y\n' }),
    };
    await rm(join(repo.path, '.git/objects', tree.slice(0, 2), tree.slice(2)));
    const found = await compare(base, commits);
    expect(found.against.map(({ name }) => name)).toEqual(['other']);
    expect(found.unread.map(({ name }) => name)).toEqual(['lost']);
    expect(found.pairs.map(({ a, b }) => `${a} ${b}`)).toEqual(['x y']);
  });

  it('leaves nothing in the repository', async () => {
    const commits = {
      x: await on(base, { 'a.txt': 'x\n' }),
      y: await on(base, { 'a.txt': 'y\n' }),
    };
    const before = await repo.git('count-objects', '-v');
    const names = readdirSync(join(repo.path, '.git')).toSorted();
    expect((await compare(base, commits)).pairs).toHaveLength(1);
    expect(await repo.git('count-objects', '-v')).toBe(before);
    expect(readdirSync(join(repo.path, '.git')).toSorted()).toEqual(names);
  });
});
