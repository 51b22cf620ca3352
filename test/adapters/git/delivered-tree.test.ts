import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDelivered } from '../../../src/adapters/git/delivered-tree.ts';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import type { RepositoryPlace } from '../../../src/adapters/git/discover.ts';
import { contentFindings } from '../../../src/domain/delivery/contents/contents.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { TempRepo } from '../../support/git-repo.ts';
import { value } from '../workspaces/worktree/yard-rig.ts';

/** Trees that no checkout would ever make: they are written as objects. */
describe('a delivered tree, read from its objects', () => {
  let repo: TempRepo;
  let place: RepositoryPlace;
  let base: string;
  beforeEach(async () => {
    repo = await makeRepo({ files: { 'a.txt': 'one\n', 'dir/b.txt': 'b\n' } });
    place = value(discoverRepository(repo.path));
    base = await repo.git('rev-parse', 'HEAD');
  });
  afterEach(() => repo.remove());

  const git = (args: readonly string[], input: string | Buffer): string =>
    execFileSync('git', args, { cwd: repo.path, input }).toString().trim();
  const blob = (text: string): string => git(['hash-object', '-w', '--stdin'], text);
  /** Whatever git would say of it. */
  const tree = (
    ...entries: readonly (readonly [mode: string, name: string, id: string])[]
  ): string => {
    const raw = entries.map(([mode, name, id]) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
    );
    return git(['hash-object', '-t', 'tree', '--literally', '-w', '--stdin'], Buffer.concat(raw));
  };
  const kinds = async (root: string): Promise<readonly string[]> => {
    const commit = git(['commit-tree', root, '-p', base, '-m', 'x'], '');
    return contentFindings(value(await readDelivered(place, base, commit))).map(({ kind }) => kind);
  };

  it('is told with sizes, links and what is new', async () => {
    const commit = await repo.commit({ 'dir/c.txt': 'four' });
    const read = value(await readDelivered(place, base, commit));
    expect(read.entries).toEqual([
      { path: 'a.txt', mode: '100644', size: null, isNew: false, target: null },
      { path: 'dir/b.txt', mode: '100644', size: null, isNew: false, target: null },
      { path: 'dir/c.txt', mode: '100644', size: 4, isNew: true, target: null },
    ]);
    expect(contentFindings(read)).toEqual([]);
  });

  it('shows git’s own folder, however it is written', async () => {
    const config = tree(['100644', 'config', blob('x')]);
    for (const name of ['.git', '.GIT', '.g\u200cit', 'git~1', '.git '])
      expect(await kinds(tree(['40000', name, config]))).toEqual(['path-git-disguise']);
  });

  it('shows ways out of the tree', async () => {
    const inner = tree(['100644', 'x', blob('x')]);
    expect(await kinds(tree(['40000', '..', inner]))).toEqual(['path-leaves-tree']);
    expect(await kinds(tree(['40000', '.', inner]))).toEqual(['path-leaves-tree']);
    expect(await kinds(tree(['120000', 'l', blob('../../etc/passwd')]))).toEqual([
      'link-leaves-tree',
    ]);
    expect(
      await kinds(tree(['120000', 'l', blob('m/..')], ['120000', 'm', blob('dir/../..')])),
    ).toContain('link-leaves-tree');
    expect(await kinds(tree(['120000', 'l', blob('.git/hooks')]))).toEqual(['link-leaves-tree']);
    expect(await kinds(tree(['120000', 'l', blob('a\nb')], ['100644', 'a\nb', blob('x')]))).toEqual(
      ['path-unseen-characters'],
    );
  });

  it('shows what collides, and other repositories', async () => {
    const x = blob('x');
    expect(await kinds(tree(['100644', 'README', x], ['100644', 'readme', x]))).toEqual([
      'paths-collide',
    ]);
    expect(await kinds(tree(['100644', 'cafe\u0301', x], ['100644', 'caf\u00e9', x]))).toEqual([
      'paths-collide',
    ]);
    expect(await kinds(tree(['160000', 'sub', base]))).toEqual(['gitlink-unlisted']);
    const modules = (url: string): string =>
      blob(`[submodule "sub"]\n\tpath = sub\n\turl = ${url}\n`);
    expect(
      await kinds(tree(['100644', '.gitmodules', modules('ext::sh')], ['160000', 'sub', base])),
    ).toEqual(['submodule-unsafe']);
    expect(
      await kinds(tree(['100644', '.gitmodules', modules('https://x/y')], ['160000', 'sub', base])),
    ).toEqual(['submodule-changed']);
  });

  it('shows trees that are too deep', async () => {
    let root = tree(['100644', 'x', blob('x')]);
    for (let depth = 0; depth < 101; depth += 1) root = tree(['40000', 'd', root]);
    expect(await kinds(root)).toEqual(['tree-huge']);
  }, 30_000);
});
