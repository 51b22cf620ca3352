import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { promoteRun } from '../../src/compose/promote.ts';
import { targetRef } from '../../src/domain/ids.ts';
import { openProject } from '../../src/compose/project.ts';
import { makeRepo, writeFiles } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { value } from './seeded-run.ts';

let repo: TempRepo | null = null;
afterEach(async () => {
  await repo?.remove();
  repo = null;
});

const TARGET = targetRef('r1');

interface Scene {
  readonly repo: TempRepo;
  readonly base: string;
  /** What landed `core` on the target, and `docs` after it. */
  readonly core: string;
  readonly docs: string;
  readonly promote: (to?: string | null, base?: string) => ReturnType<typeof promoteRun>;
}

/** A target two commits ahead of main, each landing a task. */
async function scene(): Promise<Scene> {
  repo = await makeRepo();
  const of = repo;
  const place = value(openProject(of.path));
  const base = await of.git('rev-parse', 'HEAD');
  await of.git('checkout', '-q', '--detach');
  const core = await of.commit({ 'core.txt': '1\n' });
  const docs = await of.commit({ 'docs.txt': '1\n' });
  await of.git('update-ref', TARGET, docs);
  await of.git('checkout', '-q', 'main');
  const landed = [
    { task: 'core', commit: core },
    { task: 'docs', commit: docs },
  ];
  const promote: Scene['promote'] = (to = null, from = base) =>
    promoteRun(place, { run: 'r1', base: from, targetRef: TARGET, landed, to });
  return { repo: of, base, core, docs, promote };
}

const codeOf = async (promoted: ReturnType<typeof promoteRun>): Promise<string | null> => {
  const result = await promoted;
  return result.ok ? null : result.error.code;
};

describe('promoting a run', () => {
  it('moves the branch of the main checkout and its files, and names what arrived', async () => {
    const { repo: of, base, core, docs, promote } = await scene();
    const tasks = [
      { task: 'core', commit: core },
      { task: 'docs', commit: docs },
    ];
    expect(value(await promote())).toEqual({
      branch: 'main',
      from: base,
      to: docs,
      moved: true,
      tasks,
      commits: 2,
      checkout: of.path,
    });
    expect(await of.git('rev-parse', 'main')).toBe(docs);
    expect(await readFile(join(of.path, 'docs.txt'), 'utf8')).toBe('1\n');
  });

  it('names only what the branch did not have', async () => {
    const { repo: of, core, docs, promote } = await scene();
    await of.git('merge', '-q', '--ff-only', core);
    expect(value(await promote())).toMatchObject({
      tasks: [{ task: 'docs' }],
      commits: 1,
      to: docs,
    });
  });

  it('does nothing where the branch has it all, also with more on top', async () => {
    const { repo: of, promote } = await scene();
    value(await promote());
    expect(value(await promote())).toMatchObject({ moved: false, tasks: [], commits: 0 });
    const mine = await of.commit({ 'mine.txt': '1\n' });
    expect(value(await promote())).toMatchObject({ moved: false, branch: 'main', from: mine });
    expect(await of.git('rev-parse', 'main')).toBe(mine);
  });

  it('has nothing while nothing has landed, whatever is checked out', async () => {
    const { repo: of, base, promote } = await scene();
    await of.git('update-ref', TARGET, base);
    await of.git('checkout', '-q', '--detach');
    expect(value(await promote())).toMatchObject({ moved: false, branch: null });
  });

  it('makes a branch that is not there, and moves one that nobody has checked out', async () => {
    const { repo: of, base, docs, promote } = await scene();
    expect(value(await promote('new'))).toMatchObject({
      branch: 'new',
      from: null,
      moved: true,
      commits: 2,
      checkout: null,
    });
    await of.git('branch', 'old', base);
    expect(value(await promote('old'))).toMatchObject({ from: base, to: docs });
    expect(await of.git('rev-parse', 'main')).toBe(base);
  });

  it('refuses to disturb changed files', async () => {
    const { repo: of, base, promote } = await scene();
    await writeFiles(of.path, { 'README.md': 'mine\n' });
    expect(await codeOf(promote())).toBe('checkout-dirty');
    expect(await of.git('rev-parse', 'main')).toBe(base);
    expect(await readFile(join(of.path, 'README.md'), 'utf8')).toBe('mine\n');
  });

  it('refuses a branch that has gone another way', async () => {
    const { repo: of, promote } = await scene();
    await of.commit({ 'mine.txt': '1\n' });
    expect(await codeOf(promote())).toBe('not-fast-forward');
  });

  it('does not take a branch for the one that the run started from when it lacks the base', async () => {
    const { repo: of, core, promote } = await scene();
    // main is behind the commit that the run started from: a fast-forward would be possible, and wrong.
    expect(await codeOf(promote(null, core))).toBe('other-branch');
    expect(await codeOf(promote('main', core))).toBe(null);
    expect(await of.git('rev-parse', 'main')).toBe(await of.git('rev-parse', TARGET));
  });

  it('needs a branch when HEAD is detached', async () => {
    const { repo: of, promote } = await scene();
    await of.git('checkout', '-q', '--detach');
    expect(await codeOf(promote())).toBe('detached-head');
    expect(await codeOf(promote('main'))).toBe(null);
  });

  it.each(['-x', 'a..b', 'a b', ''])('refuses the branch name %j', async (name) => {
    const { promote } = await scene();
    expect(await codeOf(promote(name))).toBe('bad-branch-name');
  });

  it('says when the target is gone', async () => {
    const { repo: of, promote } = await scene();
    await of.git('update-ref', '-d', TARGET);
    expect(await codeOf(promote())).toBe('no-such-target');
  });
});
