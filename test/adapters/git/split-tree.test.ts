import fc from 'fast-check';
import { chmod, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import type { RepositoryPlace } from '../../../src/adapters/git/discover.ts';
import { mergeCommits } from '../../../src/adapters/git/merge.ts';
import { splitTree } from '../../../src/adapters/git/split-tree.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { Files, TempRepo } from '../../support/git-repo.ts';

describe('taking a commit apart by path', () => {
  let repo: TempRepo;
  let place: RepositoryPlace;
  let base: string;
  beforeEach(async () => {
    repo = await makeRepo({
      files: { 'a.txt': 'a\n', 'docs/a.md': 'doc\n', 'docs/old.md': 'old\n', 'tool.sh': 'x\n' },
    });
    const found = discoverRepository(repo.path);
    if (!found.ok) throw new Error(found.error.message);
    place = found.value;
    base = await repo.git('rev-parse', 'HEAD');
  });
  afterEach(() => repo.remove());

  const take = (commit: string, takes: (path: string) => boolean, onTop = false) =>
    splitTree(place, {
      base,
      commit,
      takes,
      onTop,
      messages: { rest: 'rest\n', taken: 'taken\n' },
    });
  const parts = async (commit: string, takes: (path: string) => boolean, onTop = false) => {
    const made = await take(commit, takes, onTop);
    if (!made.ok) throw new Error(`${made.error.code}: ${made.error.message}`);
    return made.value;
  };
  const inDocs = (path: string): boolean => path.startsWith('docs/');
  const changed = (from: string, to: string) =>
    repo.git('diff-tree', '-r', '--no-renames', '--name-status', from, to);

  it('keeps modes, links, removals and odd names, and touches no ref, index or file', async () => {
    await repo.git('mv', 'docs/old.md', 'moved.md');
    await chmod(join(repo.path, 'tool.sh'), 0o755);
    await symlink('../a.txt', join(repo.path, 'docs/link'));
    const commit = await repo.commit({
      'a.txt': 'A\n',
      'docs/a.md': null,
      'docs/ü "quoted"\tname': 'odd\n',
    });
    await repo.write({ 'a.txt': 'mine, not committed\n' });
    const before = [await repo.git('status', '--porcelain'), await repo.git('for-each-ref')];
    const { rest, taken } = await parts(commit, inDocs);
    expect(await changed(base, rest.commit)).toBe('M\ta.txt\nA\tmoved.md\nM\ttool.sh');
    expect(await changed(base, taken.commit)).toBe(
      'D\tdocs/a.md\nA\tdocs/link\nD\tdocs/old.md\nA\t"docs/\\303\\274 \\"quoted\\"\\tname"',
    );
    expect(taken.files).toContain('docs/ü "quoted"\tname');
    for (const path of ['tool.sh', 'moved.md'])
      expect(await repo.git('ls-tree', rest.commit, path)).toBe(
        await repo.git('ls-tree', commit, path),
      );
    expect(await repo.git('ls-tree', taken.commit, 'docs/')).toBe(
      await repo.git('ls-tree', commit, 'docs/'),
    );
    expect(await repo.git('log', '-1', '--format=%P %s', taken.commit)).toBe(`${base} taken`);
    expect([await repo.git('status', '--porcelain'), await repo.git('for-each-ref')]).toEqual(
      before,
    );
  });

  it('puts what is taken on top of the rest where that is wanted', async () => {
    const commit = await repo.commit({ 'a.txt': 'A\n', 'docs/a.md': 'new\n' });
    const { rest, taken } = await parts(commit, inDocs, true);
    expect(taken.base).toBe(rest.commit);
    expect(taken.tree).toBe(await repo.git('rev-parse', `${commit}^{tree}`));
    expect(await changed(rest.commit, taken.commit)).toBe('M\tdocs/a.md');
  });

  it('refuses what leaves a part empty, and a file that is a folder in the other part', async () => {
    const commit = await repo.commit({ 'a.txt': null, 'b.txt': 'b\n' });
    const swapped = await repo.commit({ 'a.txt/inner': 'x\n' });
    const code = async (of: string, takes: (path: string) => boolean) => {
      const made = await take(of, takes);
      return made.ok ? 'ok' : made.error.code;
    };
    expect(await code(commit, () => false)).toBe('nothing-taken');
    expect(await code(commit, () => true)).toBe('nothing-left');
    expect(await code(swapped, (path) => path === 'a.txt')).toBe('not-separable');
    expect(await code(swapped, (path) => path === 'a.txt/inner')).toBe('not-separable');
    const { taken } = await parts(swapped, (path) => path.startsWith('a.txt'));
    expect(await repo.git('ls-tree', '-r', '--name-only', taken.commit)).toContain('a.txt/inner');
  });

  it('loses nothing: both parts merged are the whole, in either order and on top of each other', async () => {
    const names = ['a.txt', 'b.txt', 'docs/a.md', 'docs/b.md', 'docs/x/y', 'src/z'];
    const change = fc.record({
      path: fc.constantFrom(...names),
      text: fc.option(fc.constantFrom('1\n', '2\n', '1\n2\n')),
      out: fc.boolean(),
    });
    const changes = fc.uniqueArray(change, { minLength: 2, selector: ({ path }) => path });
    await fc.assert(
      fc.asyncProperty(changes, fc.boolean(), async (all, onTop) => {
        await repo.git('checkout', '-q', '--detach', base);
        await rm(join(repo.path, '.git/index.lock'), { force: true });
        const tracked = new Set((await repo.git('ls-files')).split('\n'));
        const files: Files = Object.fromEntries(
          all.flatMap(({ path, text }) =>
            text === null && !tracked.has(path) ? [] : [[path, text]],
          ),
        );
        const commit = await repo.commit(files);
        const out = new Set(all.flatMap((each) => (each.out ? [each.path] : [])));
        const made = await take(commit, (path) => out.has(path), onTop);
        if (!made.ok) {
          expect(['nothing-taken', 'nothing-left']).toContain(made.error.code);
          return;
        }
        const { rest, taken } = made.value;
        const tree = await repo.git('rev-parse', `${commit}^{tree}`);
        const orders = [
          [rest, taken],
          [taken, rest],
        ] as const;
        for (const [one, two] of orders) {
          const merged = await mergeCommits(place, one.commit, two.commit);
          expect(merged).toMatchObject({ ok: true, value: { kind: 'clean', tree } });
        }
        const both = [...rest.files, ...taken.files].toSorted();
        const whole = await repo.git(
          'diff-tree',
          '-r',
          '--name-only',
          '--no-renames',
          base,
          commit,
        );
        expect(both).toEqual(whole.split('\n').toSorted());
      }),
      { numRuns: 12 },
    );
  });
});
