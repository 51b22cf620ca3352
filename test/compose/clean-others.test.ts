import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { acquireEngineLock } from '../../src/adapters/store/engine-lock.ts';
import type { EngineLock } from '../../src/adapters/store/engine-lock.ts';
import { openStore } from '../../src/adapters/store/sqlite-store.ts';
import { worktreeWorkspaces } from '../../src/adapters/workspaces/worktree/worktree.ts';
import { cleanUp } from '../../src/compose/clean.ts';
import { writeFiles } from '../support/git-repo.ts';
import { ALL, clean, oneTask, removedView, shown, threeTasks } from './clean-scenes.ts';
import { value } from './seeded-run.ts';
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

describe('cleaning up what no run knows', () => {
  /** The database is lost, everything else is there. */
  async function withoutDatabase(of: SeededRun): Promise<void> {
    for (const end of ['', '-wal', '-shm'])
      await rm(join(of.place.stateDir, `fanin.db${end}`), { force: true });
  }

  it('removes a workspace whose content is held', async () => {
    const of = await use(oneTask());
    await withoutDatabase(of);
    expect(shown(await clean(of))).toEqual([['r1-core-1', 'removed']]);
  });

  it('keeps one with more in it than is held', async () => {
    const of = await use(oneTask());
    await withoutDatabase(of);
    await writeFiles(of.path, { late: '1\n' });
    expect(shown(await clean(of))).toEqual([['r1-core-1', 'it changed after the harvest: late']]);
  });

  it('keeps one that nothing is known of at all', async () => {
    const of = await use(oneTask());
    await rm(of.place.stateDir, { recursive: true });
    expect(shown(await clean(of))).toEqual([
      ['r1-core-1', 'no run knows it, and fanin has no record of what it started from'],
    ]);
  });

  it('keeps folders that are no workspace, and those that a crash has left', async () => {
    const of = await use(oneTask());
    const yard = join(of.repo.base, 'app.fanin');
    await mkdir(join(yard, 'mine'));
    await mkdir(join(yard, 'r1-docs-1.found-1'));
    expect(shown(await clean(of, { all: true }))).toEqual([
      ['r1-core-1', 'removed'],
      ['mine', 'it is no workspace of this repository'],
      ['r1-docs-1.found-1', expect.stringContaining('a crash left it')],
    ]);
  });
});

describe('cleaning up check copies', () => {
  async function withCopy(of: SeededRun): Promise<string> {
    const copy = value(
      await worktreeWorkspaces({ place: of.place }).checkCopy('r1', 'HEAD', 'worktree'),
    );
    return copy.path;
  }

  it('removes those of a run that is over, and those of a run that nobody knows', async () => {
    const of = await use(oneTask());
    expect(of.driver.state.phase).toBe('ended');
    const path = await withCopy(of);
    const items = await clean(of);
    expect(shown(items)).toContainEqual(['r1.check-1', 'removed']);
    expect(existsSync(path)).toBe(false);
  });

  it('keeps those of a run that has lost its engine', async () => {
    const of = await use(threeTasks());
    await withCopy(of);
    expect(shown(await clean(of))).toContainEqual([
      'r1.check-1',
      'run r1 is not over: fanin run --resume r1',
    ]);
  });
});

describe('cleaning up while an engine runs', () => {
  /** This process holds the engine lock and says that it carries on `run`. */
  function engineOf(of: SeededRun, run: string): EngineLock {
    const lock = value(acquireEngineLock(of.place.stateDir));
    const store = value(openStore(of.place.stateDir));
    value(store.announce({ pid: process.pid, startTime: '', run, since: 0 }));
    store.close();
    return lock;
  }

  it('refuses what is named of its run, and leaves it out otherwise', async () => {
    const of = await use(oneTask());
    const lock = engineOf(of, 'r1');
    for (const wish of [
      { runs: ['r1'] },
      { attempts: ['r1-core-1'] },
      { runs: ['r1'], dryRun: true },
    ]) {
      const refused = await cleanUp(of.place, { ...ALL, ...wish });
      expect(refused.ok ? null : refused.error.code).toBe('engine-running');
    }
    expect(shown(await clean(of))).toEqual([['r1-core-1', 'an engine carries run r1 on']]);
    lock.release();
    expect(shown(await clean(of))).toEqual([['r1-core-1', 'removed']]);
  });

  it('removes those of other runs; the log is brought up to date once it is free', async () => {
    const of = await use(oneTask());
    const lock = engineOf(of, 'r2');
    expect(shown(await clean(of))).toEqual([['r1-core-1', 'removed']]);
    expect(removedView(of, 'r1-core-1')).toBe(false);
    lock.release();
    expect(shown(await clean(of))).toEqual([['r1-core-1', 'removed']]);
    expect(removedView(of, 'r1-core-1')).toBe(true);
  });

  it('takes an engine that has not said which run it carries on for one of any run', async () => {
    const of = await use(oneTask());
    const lock = value(acquireEngineLock(of.place.stateDir));
    expect(shown(await clean(of))).toEqual([['r1-core-1', 'an engine carries run r1 on']]);
    lock.release();
  });
});

describe('a changed workspaces.root', () => {
  it('does not hide the workspaces of earlier runs', async () => {
    const of = await use(oneTask());
    await writeFile(
      join(of.repo.path, 'fanin.config.yaml'),
      'workspaces: { root: ../elsewhere }\n',
    );
    expect(shown(await clean(of))).toEqual([['r1-core-1', 'removed']]);
    expect(existsSync(join(of.repo.base, 'elsewhere'))).toBe(false);
  });
});
