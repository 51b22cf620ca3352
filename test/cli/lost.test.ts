import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRepo } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { NEW, OLD } from '../support/lost-updates/case.ts';
import { fanin, faninJson } from './fanin.ts';

interface Told {
  readonly looked: number;
  readonly landings: readonly {
    readonly title: string;
    readonly found: readonly {
      readonly path: string;
      readonly victim: { readonly title: string };
      readonly blocks: boolean;
    }[];
  }[];
}

describe('fanin lost', () => {
  let repo: TempRepo;
  beforeEach(async () => {
    repo = await makeRepo({ files: { 'src/shared.ts': OLD } });
    await repo.commit({ 'src/shared.ts': NEW }, 'Add the ten lines');
  });
  afterEach(() => repo.remove());

  it('finds nothing where nothing is lost', async () => {
    await repo.commit({ 'src/other.ts': 'export const other = 1;\n' });
    const said = await fanin(repo.path, 'lost');
    expect(said).toEqual({ code: 0, out: 'No lost update: 3 landings in HEAD.\n', err: '' });
    expect((await fanin(repo.path, 'lost', 'HEAD..HEAD')).out).toBe(
      'Nothing has landed in HEAD..HEAD.\n',
    );
  });

  it('tells of a revert that says so, and fails no script for it', async () => {
    await repo.commit({ 'src/shared.ts': OLD, 'x.ts': 'x\n' }, 'Revert the ten lines');
    const said = await fanin(repo.path, 'lost', '--hunks', 'HEAD~1..HEAD');
    expect(said.code).toBe(0);
    expect(said.out).toContain('1 of 1 landing in HEAD~1..HEAD takes back what others had landed');
    expect(said.out.replaceAll(/\s+/gu, ' ')).toContain(
      'src/shared.ts: takes back what “Add the ten lines” landed',
    );
    expect(said.out).toContain('     -victim line 1 of what was written there');
  });

  it('fails where a tree was put on top of what its author did not have', async () => {
    await repo.git('checkout', '-q', '-b', 'work', 'HEAD~1');
    await repo.commit({ 'own.ts': 'export const own = 1;\n' });
    await repo.git('merge', '-q', '-s', 'ours', '-m', 'Sync', 'main');
    await repo.git('checkout', '-q', 'main');
    await repo.commit({ 'later.ts': 'export const later = 1;\n' });
    await repo.git('merge', '-q', '--no-ff', '-m', 'Land work', 'work');
    expect((await fanin(repo.path, 'lost', 'HEAD~1..HEAD')).code).toBe(1);
    const told = await faninJson<Told>(repo.path, 'lost');
    expect(told.looked).toBe(4);
    expect(told.landings).toMatchObject([
      {
        title: 'Land work',
        found: [{ path: 'src/shared.ts', victim: { title: 'Add the ten lines' }, blocks: true }],
      },
    ]);
  });

  it('says what it does not know', async () => {
    const said = await fanin(repo.path, 'lost', 'nowhere..HEAD');
    expect(said.code).toBe(2);
    expect(said.err).toContain('there is no such range or commit: nowhere..HEAD');
  });

  it('looks at one line, and says so where a range has two, or names no commit', async () => {
    await repo.git('branch', 'side', 'HEAD~1');
    const two = await fanin(repo.path, 'lost', 'main...side');
    expect(two.code).toBe(2);
    expect(two.err).toContain('main...side ends with more than one commit');
    expect(two.err).toContain('two dots');
    const file = await fanin(repo.path, 'lost', 'HEAD:src/shared.ts');
    expect(file.code).toBe(2);
    expect(file.err).toContain('there is no such range or commit: HEAD:src/shared.ts');
    await repo.git('tag', '-a', '-m', 'first', 'v1', 'HEAD');
    expect((await fanin(repo.path, 'lost', 'v1')).out).toBe('No lost update: 2 landings in v1.\n');
    expect((await fanin(repo.path, 'lost', 'main^!')).out).toBe(
      'No lost update: 1 landing in main^!.\n',
    );
  });

  it('reads the range as it is where it was typed', async () => {
    await repo.git('worktree', 'add', '-q', '--detach', `${repo.base}/linked`, 'HEAD~1');
    expect((await fanin(`${repo.base}/linked`, 'lost')).out).toContain('1 landing in HEAD');
  });
});
