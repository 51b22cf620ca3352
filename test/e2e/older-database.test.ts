import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { acquireEngineLock } from '../../src/adapters/store/engine-lock.ts';
import { databaseFile } from '../../src/adapters/store/layout.ts';
import { openStore } from '../../src/adapters/store/sqlite-store.ts';
import { planOf, robotRepo, writes } from '../cli/robot-repo.ts';
import { must } from '../contract/store.ts';
import { cleanEnv, fanin } from '../support/built-cli.ts';
import type { Terminal } from '../support/built-cli.ts';
import { describeWith } from '../support/capabilities.ts';
import type { TempRepo } from '../support/git-repo.ts';

let repo: TempRepo | null = null;
let home = '';
afterEach(async () => {
  await repo?.remove();
  rmSync(home, { recursive: true, force: true });
});

/** A repository with a run whose database is then as an earlier fanin left it. */
async function olderRun(): Promise<Terminal & { readonly stateDir: string }> {
  home = mkdtempSync(join(tmpdir(), 'fanin-home-'));
  repo = await robotRepo({
    review: 'human',
    steps: { core: writes('core') },
    plan: planOf('core'),
  });
  const at = { cwd: repo.path, env: cleanEnv(home, home) };
  expect((await fanin(at, ['run'])).exit).toBe(3);
  const stateDir = join(repo.path, '.git', 'fanin');
  const db = new Database(databaseFile(stateDir));
  db.exec('drop table fence; alter table events drop column epoch');
  db.pragma('user_version = 1');
  db.close();
  return { ...at, stateDir };
}

describeWith(['git', 'proc'], 'a database of an earlier fanin', () => {
  it('is brought up to date by whatever command comes first, one that reads as well', async () => {
    const at = await olderRun();
    const status = await fanin(at, ['status']);
    expect([status.exit, status.stderr]).toEqual([0, '']);
    expect(status.stdout).toContain('ready for review');
    const approved = await fanin(at, ['review', 'approve', 'core']);
    expect([approved.exit, approved.stdout + approved.stderr]).toEqual([
      0,
      expect.stringContaining('has landed'),
    ]);
  });

  it('is made whole when the first attempt to do so was killed half-way', async () => {
    const at = await olderRun();
    // The tables are new, and nobody has made the views anew.
    must(openStore(at.stateDir)).close();
    expect((await fanin(at, ['status'])).stdout).toContain('ready for review');
  });

  it('is left alone while an engine of that version runs', async () => {
    const at = await olderRun();
    const engine = must(acquireEngineLock(at.stateDir));
    const status = await fanin(at, ['status']);
    engine.release();
    expect([status.exit, status.stderr]).toEqual([5, expect.stringContaining('still runs')]);
  });
});
