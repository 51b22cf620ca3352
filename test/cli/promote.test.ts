import { afterEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../support/git-repo.ts';
import { planOf, taskOf } from '../support/plans.ts';
import { seedRun } from '../compose/seeded-run.ts';
import type { SeededRun } from '../compose/seeded-run.ts';
import { fanin, faninJson } from './fanin.ts';

let seeded: SeededRun | null = null;
afterEach(async () => {
  await seeded?.remove();
  seeded = null;
});

/** A run where `core` has landed and `docs` has not. */
async function landed(): Promise<SeededRun> {
  const of = await seedRun(planOf([taskOf('core'), taskOf('docs')]));
  seeded = of;
  await of.prepare('core');
  of.start('core');
  await of.finish('core', { 'core/a': '1\n' });
  await of.land('core');
  await of.save();
  return of;
}

describe('fanin promote', () => {
  it('says what the branch has got, and what it has not', async () => {
    const { repo } = await landed();
    const { code, out, err } = await fanin(repo.path, 'promote');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^main [0-9a-f]{7} → [0-9a-f]{7} · 1 task, 1 commit, of run r1 · the files in/u,
    );
    expect(out).toMatch(/^ {2}core +[0-9a-f]{7}$/mu);
    expect(out).toContain(' ! not landed, so not in it: docs');
    const again = await fanin(repo.path, 'promote');
    expect(again.code).toBe(0);
    expect(again.out).toContain(
      'Nothing to promote: main has everything that is on fanin/r1/target.',
    );
  });

  it('says what it would disturb and what to do', async () => {
    const { repo } = await landed();
    await writeFiles(repo.path, { 'README.md': 'mine\n' });
    const { code, out, err } = await fanin(repo.path, 'promote');
    expect([code, out]).toEqual([4, '']);
    expect(err.replaceAll(/\s+/gu, ' ')).toContain(
      'with 1 changed file, so promote would disturb it.',
    );
    expect(err).toContain('fanin promote --to other-branch');
    const other = await fanin(repo.path, 'promote', '--to', 'other');
    expect(other).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^other is new, at [0-9a-f]{7}/u) as string,
    });
  });

  it('tells scripts', async () => {
    const { repo } = await landed();
    expect(await faninJson(repo.path, 'promote', '--run', 'r1')).toMatchObject({
      schema: 1,
      run: 'r1',
      branch: 'main',
      moved: true,
      tasks: [{ task: 'core' }],
    });
    expect(await faninJson(repo.path, 'promote')).toMatchObject({ moved: false, commits: 0 });
    expect((await fanin(repo.path, 'promote', '--run', 'zzz')).code).toBe(2);
  });
});
