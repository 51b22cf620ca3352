import { afterEach, describe, expect, it } from 'vitest';
import { seedRun } from '../compose/seeded-run.ts';
import type { SeededRun } from '../compose/seeded-run.ts';
import { makeRepo } from '../support/git-repo.ts';
import { reviewedPlan, taskOf } from '../support/plans.ts';
import { fanin, faninJson } from './fanin.ts';

let remove: (() => Promise<void>) | null = null;
afterEach(async () => {
  await remove?.();
  remove = null;
});

/** A run that waits for a person: `core` has delivered, `late` needs it, `later` needs that. */
async function waiting(): Promise<SeededRun> {
  const late = taskOf('late', { needs: ['core'] });
  const later = taskOf('later', { needs: ['late'] });
  const of = await seedRun(reviewedPlan([taskOf('core'), late, later]));
  remove = () => of.remove();
  await of.prepare('core');
  of.start('core');
  await of.finish('core', { 'core/a': '1\n' });
  await of.save();
  return of;
}

interface Status {
  readonly run: {
    readonly reviewLimit: number;
    readonly limit: { readonly terms: readonly { name: string; text: string }[] };
  };
  readonly tasks: readonly {
    readonly id: string;
    readonly phase: string;
    readonly held: boolean;
    readonly reason: string;
  }[];
}

const task = async (of: SeededRun, id: string) =>
  (await faninJson<Status>(of.repo.path, 'status')).tasks.find((each) => each.id === id);

describe('fanin drop', () => {
  it('gives a task up, says where its work is, and who waits in vain', async () => {
    const of = await waiting();
    const { code, out } = await fanin(of.repo.path, 'drop', 'core', '--reason', 'not wanted');
    expect(code).toBe(0);
    expect(out).toMatch(/^r1: core is dropped; its work stays in [0-9a-f]{7}$/mu);
    expect(out).toContain(' ! late, later need it and will not start: drop them too');
    expect(await task(of, 'core')).toMatchObject({
      phase: 'dropped',
      held: false,
      reason: 'not wanted',
    });
  });

  it('says that it was dropped already, and changes nothing', async () => {
    const of = await waiting();
    await fanin(of.repo.path, 'drop', 'late', '--reason', 'first');
    const again = await fanin(of.repo.path, 'drop', 'late', '--reason', 'second');
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('was dropped already')]);
    expect(await task(of, 'late')).toMatchObject({ reason: 'first' });
    expect(await faninJson(of.repo.path, 'drop', 'late')).toMatchObject({
      tasks: [{ task: 'late', dropped: false }],
    });
  });

  it('gives several up, or none when one of the names is wrong', async () => {
    const of = await waiting();
    const wrong = await fanin(of.repo.path, 'drop', 'late', 'lat3r');
    expect([wrong.code, (await task(of, 'late'))?.phase]).toEqual([2, 'waiting']);
    expect((await fanin(of.repo.path, 'drop', 'late', 'later')).code).toBe(0);
    expect([(await task(of, 'late'))?.phase, (await task(of, 'later'))?.phase]).toEqual([
      'dropped',
      'dropped',
    ]);
  });

  it('refuses what it does not know', async () => {
    const of = await waiting();
    const unknown = await fanin(of.repo.path, 'drop', 'cor3');
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringContaining('did you mean "core"?'),
    ]);
    expect((await fanin(of.repo.path, 'drop')).code).toBe(2);
  });
});

describe('fanin limit', () => {
  it('sets what may be live and the review limit', async () => {
    const of = await waiting();
    const { code, out } = await fanin(of.repo.path, 'limit', '2', '--review', '7');
    expect(code).toBe(0);
    expect(out).toMatch(/^r1: 2 live, review limit 7$/mu);
    const { run } = await faninJson<Status>(of.repo.path, 'status');
    expect(run.reviewLimit).toBe(7);
    expect(run.limit.terms.find(({ name }) => name === 'slots')?.text).toMatch(/of [12] free/u);
    expect(await faninJson(of.repo.path, 'limit', '3')).toMatchObject({ live: 3, review: null });
  });

  it.each([['0'], ['-1'], ['two'], ['1.5'], ['1000000000'], []])('refuses %s', async (...args) => {
    const repo = await makeRepo();
    remove = () => repo.remove();
    const { code, err } = await fanin(repo.path, 'limit', ...args);
    expect([code, err]).toEqual([2, expect.stringContaining('[usage]')]);
  });
});
