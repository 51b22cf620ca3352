import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openReader } from '../../src/adapters/store/reader.ts';
import { openStore } from '../../src/adapters/store/sqlite-store.ts';
import { writeFiles } from '../support/git-repo.ts';
import { planOf, taskOf } from '../support/plans.ts';
import { clean, oneTask, removedView, shown, threeTasks } from './clean-scenes.ts';
import { seedRun, value } from './seeded-run.ts';
import type { SeededRun } from './seeded-run.ts';

let seeded: SeededRun | null = null;
afterEach(async () => {
  await seeded?.remove();
  seeded = null;
});

/** Has it removed at the end of the test. */
async function use<T extends SeededRun>(made: Promise<T>): Promise<T> {
  const of = await made;
  seeded = of;
  return of;
}

describe('cleaning up', () => {
  it('removes what is held elsewhere, keeps what is at work or waits, and says why', async () => {
    const of = await use(threeTasks());
    const items = await clean(of);
    expect(shown(items)).toEqual([
      ['r1-core-1', 'removed'],
      ['r1-docs-1', 'its delivery waits for you: fanin review; --all removes it all the same'],
      ['r1-live-1', 'live#1 has not ended: fanin run --resume r1 takes it up again'],
    ]);
    expect(items[0]?.bytes).toBeGreaterThan(0);
    expect(items.map(({ path }) => existsSync(path))).toEqual([false, true, true]);
  });

  it('writes down that it is gone, once', async () => {
    const of = await use(threeTasks());
    await clean(of);
    expect(removedView(of, 'r1-core-1')).toBe(true);
    expect(removedView(of, 'r1-docs-1')).toBe(false);
    const events = () => {
      const reader = value(openReader(of.place.stateDir));
      const all = reader?.events('r1', 0, 1000).filter(({ type }) => type === 'workspace.removed');
      reader?.close();
      return all?.length;
    };
    // The first one says that the engine had to keep it.
    expect(events()).toBe(2);
    expect(shown(await clean(of)).map(([name]) => name)).toEqual(['r1-docs-1', 'r1-live-1']);
    expect(events()).toBe(2);
  });

  it('takes an engine that goes on afterwards into account: the log still adds up', async () => {
    const of = await use(threeTasks());
    await clean(of);
    const store = value(openStore(of.place.stateDir));
    const loaded = value(await store.store.load('r1'));
    store.close();
    expect(loaded.at(-1)?.event).toEqual({
      type: 'workspace.removed',
      attempt: 'r1-core-1',
      kept: null,
    });
    expect(loaded.map(({ seq }) => seq)).toEqual(loaded.map((_, index) => index + 1));
  });

  it('removes what waits for a person with --all, or when it is named', async () => {
    const of = await use(threeTasks());
    expect(shown(await clean(of, { attempts: ['r1-docs-1'] }))).toEqual([['r1-docs-1', 'removed']]);
    expect(await of.repo.git('rev-parse', 'refs/fanin/r1/harvest/docs/1')).toBe(
      of.driver.delivery('docs').commit,
    );
    const all = await clean(of, { all: true });
    expect(all.map(({ removed }) => removed)).toEqual([true, false]);
  });

  it('never touches a live attempt, named or not', async () => {
    const of = await use(threeTasks());
    for (const wish of [{ all: true }, { attempts: ['r1-live-1'] }, { runs: ['r1'], all: true }]) {
      const live = (await clean(of, wish)).find(({ name }) => name === 'r1-live-1');
      expect(live).toMatchObject({ removed: false });
    }
    expect(existsSync(join(of.repo.base, 'app.fanin', 'r1-live-1', 'README.md'))).toBe(true);
  });

  it('says in a dry run what it would do, and does nothing', async () => {
    const of = await use(threeTasks());
    const items = await clean(of, { dryRun: true });
    expect(items.map(({ removed }) => removed)).toEqual([true, false, false]);
    expect(items.every(({ path }) => existsSync(path))).toBe(true);
    expect(removedView(of, 'r1-core-1')).toBe(false);
  });

  it.each([
    [
      'a changed file',
      { 'core/a': 'changed after the harvest\n' },
      'it changed after the harvest: core/a',
    ],
    ['a new file', { 'left.txt': 'x\n' }, 'it changed after the harvest: left.txt'],
  ])('keeps %s that came after the harvest', async (_what, files, why) => {
    const of = await use(oneTask());
    await writeFiles(of.path, files);
    expect(shown(await clean(of))).toEqual([['r1-core-1', why]]);
    expect(shown(await clean(of, { dryRun: true }))).toEqual([['r1-core-1', why]]);
  });

  it('keeps a commit that no ref holds', async () => {
    const of = await use(oneTask());
    await writeFiles(of.path, { late: '1\n' });
    await of.repo.gitIn(of.path, 'add', '-A');
    await of.repo.gitIn(of.path, 'commit', '-qm', 'late');
    const [[, why]] = shown(await clean(of)) as [[string, string]];
    expect(why).toMatch(/^it changed after the harvest: late|^its commit/u);
    expect(existsSync(of.path)).toBe(true);
  });

  it('takes a workspace that somebody deleted out of the books', async () => {
    const of = await use(oneTask());
    await rm(of.path, { recursive: true });
    expect(shown(await clean(of))).toEqual([['r1-core-1', 'removed']]);
    expect(await of.repo.git('worktree', 'list', '--porcelain')).not.toContain('r1-core-1');
    expect(removedView(of, 'r1-core-1')).toBe(true);
  });

  it('leaves no empty folder beside the repository', async () => {
    const of = await use(oneTask());
    await clean(of);
    expect(existsSync(join(of.repo.base, 'app.fanin'))).toBe(false);
    expect(shown(await clean(of))).toEqual([]);
  });

  it('takes everything for gone when there has never been anything', async () => {
    const of = await use(seedRun(planOf([taskOf('core')])));
    expect(shown(await clean(of))).toEqual([]);
  });
});
