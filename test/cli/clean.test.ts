import { afterEach, describe, expect, it } from 'vitest';
import { makeRepo } from '../support/git-repo.ts';
import { planOf, taskOf } from '../support/plans.ts';
import { seedRun } from '../compose/seeded-run.ts';
import type { SeededRun } from '../compose/seeded-run.ts';
import { fanin, faninJson } from './fanin.ts';

let seeded: SeededRun | null = null;
afterEach(async () => {
  await seeded?.remove();
  seeded = null;
});

/** `core` has landed and left its workspace, `docs` is at work without an engine. */
async function leftBehind(): Promise<SeededRun> {
  const of = await seedRun(planOf([taskOf('core'), taskOf('docs')]));
  seeded = of;
  for (const task of ['core', 'docs']) {
    await of.prepare(task);
    of.start(task);
  }
  await of.finish('core', { 'core/a': '1\n' });
  await of.land('core');
  await of.save();
  return of;
}

describe('fanin clean', () => {
  it('says what is gone, how much that freed, and why the rest is kept', async () => {
    const { repo } = await leftBehind();
    const dry = await fanin(repo.path, 'clean', '--dry-run');
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toMatch(/^Would remove 1 workspace · \d+ kB to free$/mu);
    const { code, out } = await fanin(repo.path, 'clean');
    expect(code).toBe(0);
    expect(out).toMatch(/^Removed 1 workspace · \d+ kB freed\n {2}r1-core-1 +\d+ kB/u);
    expect(out).toMatch(/^Kept 1\n {2}r1-docs-1 {2}docs#1 has not ended: fanin run --resume r1/mu);
    expect((await fanin(repo.path, 'clean')).out).toMatch(/^Nothing was removed\./u);
  });

  it('takes runs and attempts by all their names', async () => {
    const { repo } = await leftBehind();
    const named = async (...words: readonly string[]) =>
      (
        await faninJson<{ items: readonly { name: string }[] }>(repo.path, 'clean', '-n', ...words)
      ).items.map(({ name }) => name);
    expect(await named('core')).toEqual(['r1-core-1']);
    expect(await named('docs#1', 'core#1')).toEqual(['r1-core-1', 'r1-docs-1']);
    expect(await named('r1')).toEqual(['r1-core-1', 'r1-docs-1']);
    expect(await named('--run', 'r1')).toEqual(['r1-core-1', 'r1-docs-1']);
    const none = await fanin(repo.path, 'clean', 'corre');
    expect(none).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('did you mean "core"?') as string,
    });
  });

  it('has nothing to do where nothing has run', async () => {
    const repo = await makeRepo();
    try {
      expect(await fanin(repo.path, 'clean')).toMatchObject({
        code: 0,
        out: 'Nothing to clean: there are no workspaces.\n',
      });
    } finally {
      await repo.remove();
    }
  });
});
