import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkpointScene } from '../adapters/checkpoints/store-rig.ts';
import { makeRepo, writeFiles } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';

interface Told {
  readonly target: string;
  readonly compared: readonly { readonly name: string; readonly uncommitted: boolean }[];
  readonly against: readonly { readonly name: string }[];
  readonly pairs: readonly {
    readonly a: string;
    readonly b: string;
    readonly files: readonly string[];
    readonly hunks?: readonly { readonly text: string }[];
  }[];
  readonly unread: readonly { readonly name: string }[];
}

describe('fanin conflicts', () => {
  let repo: TempRepo;
  const worktree = async (branch: string, lines: string): Promise<string> => {
    const folder = join(repo.base, branch);
    await repo.git('worktree', 'add', '-q', '-b', branch, folder);
    await writeFiles(folder, { 'a.txt': lines });
    return folder;
  };
  beforeEach(async () => {
    repo = await makeRepo({ files: { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n' } });
  });
  afterEach(() => repo.remove());

  it('works on worktrees of any tool with what nobody has committed, and leaves them alone', async () => {
    const one = await worktree('one', 'one\nTWO\nthree\n');
    await worktree('two', 'one\n2\nthree\n');
    await writeFiles(one, { 'new.txt': 'n\n' });
    const before = await repo.gitIn(one, 'status', '--porcelain=v2', '--show-stash', '--branch');
    const told = await faninJson<Told>(repo.path, 'conflicts', '--hunks');
    expect(told).toMatchObject({ target: 'main', against: [], unread: [] });
    expect(told.compared.map(({ name, uncommitted }) => [name, uncommitted])).toEqual([
      ['one', true],
      ['two', true],
    ]);
    expect(told.pairs).toMatchObject([{ a: 'one', b: 'two', files: ['a.txt'] }]);
    expect(told.pairs[0]?.hunks?.[0]?.text).toMatch(
      /<<<<<<< one\nTWO\n\|{7} .*\ntwo\n=======\n2\n>>>>>>> two/u,
    );
    expect(await repo.gitIn(one, 'status', '--porcelain=v2', '--show-stash', '--branch')).toBe(
      before,
    );
    expect(await repo.git('count-objects')).toMatch(/^\d objects/u);
  });

  it('compares branches by what is committed, and a folder by what lies in it', async () => {
    const one = await worktree('one', 'one\nTWO\nthree\n');
    await repo.git('checkout', '-q', '-b', 'other');
    await repo.commit({ 'a.txt': 'one\n2\nthree\n' });
    await repo.git('checkout', '-q', 'main');
    const named = await fanin(repo.path, 'conflicts', 'one', 'other', 'nobody');
    // What was named and is not there must not pass for compared.
    expect(named.code).toBe(2);
    expect((await fanin(repo.path, 'conflicts', 'one', 'other')).code).toBe(0);
    expect(named.out).toMatch(/^No conflict: 2 branches merge with main and with each other\.\n/u);
    expect(named.out).toContain('nobody  there is no such branch, commit or worktree');
    const { pairs } = await faninJson<Told>(repo.path, 'conflicts', one, 'other');
    expect(pairs).toEqual([{ a: one, b: 'other', files: ['a.txt'] }]);
    const onOther = await faninJson<Told>(repo.path, 'conflicts', '--target', 'other');
    expect(onOther.against.map(({ name }) => name)).toEqual(['one']);
  });

  it('says what is wrong with a target', async () => {
    const { code, err } = await fanin(repo.path, 'conflicts', '--target', 'nowhere');
    expect(code).toBe(2);
    expect(err).toContain('nowhere');
    expect((await fanin(repo.path, 'conflicts')).out).toMatch(/^Nothing to compare with main/u);
  });
});

describe('fanin conflicts beside a workspace of fanin', () => {
  it('leaves what no run knows to what git says of it', async () => {
    const scene = await checkpointScene({ 'a.txt': 'one\n' });
    try {
      await scene.write({ 'a.txt': 'work\n' });
      const told = await faninJson<Told>(scene.rig.repo.path, 'conflicts');
      expect(told.compared.map(({ uncommitted }) => uncommitted)).toEqual([true]);
    } finally {
      await scene.rig.repo.remove();
    }
  });
});
