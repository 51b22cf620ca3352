import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../../src/adapters/git/discover.ts';
import { gitLandedChanges } from '../../../../src/adapters/git/lost-updates/landed-changes.ts';
import { gitRepository } from '../../../../src/adapters/git/repository.ts';
import type { RepositoryPlace } from '../../../../src/adapters/git/discover.ts';
import { makeRepo } from '../../../support/git-repo.ts';
import type { TempRepo } from '../../../support/git-repo.ts';
import { lines, text } from '../../../support/lost-updates/case.ts';
import { yardIn } from '../../../support/lost-updates/yard.ts';
import type { Yard } from '../../../support/lost-updates/yard.ts';

const value = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

describe('histories that are read', () => {
  let repo: TempRepo;
  let yard: Yard;
  let place: RepositoryPlace;
  let base: string;
  beforeEach(async () => {
    repo = await makeRepo();
    yard = yardIn(repo);
    place = value(discoverRepository(repo.path));
    const root = await yard.commit({ files: { 'README.md': 'read me\n' }, message: 'first' });
    base = await yard.commit({ parents: [root], files: { 'a.txt': text(lines('a', 9)) } });
  });
  afterEach(() => repo.remove());

  const landings = async (tip: string) =>
    value(await gitLandedChanges(place).landings(tip, 50)).slice(1);

  it('have one landing for each commit, whatever signs are in its message', async () => {
    const forged = `x\u{1e}${'a'.repeat(40)}\u{1f}${base}\u{1f}title\u{1f}task\u{1e}y\u{1}z`;
    const one = await yard.commit({ parents: [base], files: { one: 'one\n' }, message: forged });
    const two = await yard.commit({ parents: [one], files: { two: 'two\n' }, message: 'two' });
    const found = await landings(two);
    expect(found.map(({ commit, task, title }) => [commit, task, title])).toEqual([
      [one, null, forged],
      [two, null, 'two'],
    ]);
    const question = { onto: base, tip: two, base, window: 50 };
    const { own } = value(await gitLandedChanges(place).history(question));
    expect(own.map(({ title }) => title)).toEqual([forged, 'two']);
  });

  it('have each place of a change by itself, whatever the user’s config joins', async () => {
    await repo.git('config', 'diff.interHunkContext', '100');
    const changed = text(['new first'], lines('a', 9), ['new last']);
    const tip = await yard.commit({ parents: [base], files: { 'a.txt': changed } });
    const question = { onto: base, tip, base, window: 50 };
    const { own } = value(await gitLandedChanges(place).history(question));
    const [hunks] = own.flatMap(({ files }) => files.map((file) => file.hunks));
    expect(hunks?.map(({ removed, added }) => [removed, added])).toEqual([
      [[], ['new first']],
      [[], ['new last']],
    ]);
  });

  it('tell where submodules point to, though somebody had them ignored', async () => {
    const at = (id: string) => ({ 'lib/sub': { submodule: id.repeat(40) } });
    const modules = '[submodule "sub"]\n\tpath = lib/sub\n\turl = x\n\tignore = all\n';
    const first = await yard.commit({
      parents: [base],
      files: { '.gitmodules': modules, ...at('1') },
    });
    await repo.git('reset', '-q', first);
    await repo.git('config', 'submodule.sub.ignore', 'all');
    const second = await yard.commit({ parents: [first], files: at('2') });
    expect((await landings(second)).at(-1)?.files.map(({ path }) => path)).toEqual(['lib/sub']);
    const { own } = value(
      await gitLandedChanges(place).history({ onto: first, tip: second, base: first, window: 50 }),
    );
    expect(own.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(['lib/sub']);
    const changes = value(await gitRepository(place).changes(first, second));
    expect(changes.map(({ path }) => path)).toEqual(['lib/sub']);
  });

  it('tell a file that nobody wrote by hand as one thing, not line by line', async () => {
    const huge = '0123456789abcde\n'.repeat(9 << 16);
    const tip = await yard.commit({ parents: [base], files: { 'data.csv': huge } });
    const [landing] = await landings(tip);
    expect(landing?.files).toMatchObject([{ path: 'data.csv', binary: true, hunks: [] }]);
  });
});
