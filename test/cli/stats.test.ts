import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRepo, type TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';
import { robotRepo, writes } from './robot-repo.ts';

const PLAN = [
  'goal: Try it',
  'limits: { retries: 0 }',
  'tasks:',
  '  core: { prompt: core, writes: [src/core.txt], size: 10m }',
  '  idle: { prompt: idle, writes: [src/idle.txt], size: 10m }',
  '',
].join('\n');

const STEPS = {
  core: [...writes('core'), { usage: { input: 12_000 } }],
  idle: [{ usage: { input: 4_000 } }],
};

interface Stats {
  readonly totals: Record<string, unknown>;
  readonly groups: readonly { readonly group: string }[];
}

interface Status {
  readonly run: { readonly id: string };
}

let repo: TempRepo;
afterEach(() => repo.remove());

describe('fanin stats', () => {
  beforeEach(async () => {
    repo = await robotRepo({ plan: PLAN, review: 'human', steps: STEPS });
  });

  it('tells of what landed, what was thrown away and what waits', { timeout: 60_000 }, async () => {
    await fanin(repo.path, 'run');
    const before = await faninJson<Stats>(repo.path, 'stats');
    expect(before.totals).toMatchObject({
      attempts: 2,
      landed: 0,
      byFate: { landed: 0, 'thrown-away': 1, open: 1 },
      tokens: { all: { least: 16_000, exact: true }, share: 1, perLanded: null },
      usd: { all: null },
      review: { waiting: 1, landedPerHour: null },
    });
    const { run } = await faninJson<Status>(repo.path, 'status');
    await fanin(repo.path, 'review', 'approve', 'core');
    await fanin(repo.path, 'run', '--resume');
    const after = await faninJson<Stats>(repo.path, 'stats', '--by', 'run');
    expect(after.totals).toMatchObject({
      landed: 1,
      byFate: { landed: 1, 'thrown-away': 1, open: 0 },
      tokens: { share: 0.25, perLanded: { least: 16_000, exact: true } },
      review: { waiting: 0 },
    });
    expect(after.groups.map(({ group }) => group)).toEqual([run.id]);

    const { out } = await fanin(repo.path, 'stats');
    expect(out).toContain('1 task landed of 2 attempts in 1 run');
    expect(out).toMatch(/^Cost {12}unknown$/mu);
    const csv = await fanin(repo.path, 'stats', '--format', 'csv', '--by', 'agent');
    expect(csv.out).toMatch(/^group,runs,attempts,.*\r\nrobot,1,2,1,1,1,0,,false,,,,16000,true,/u);
    expect((await fanin(repo.path, 'stats', '--json', '--format', 'csv')).code).toBe(2);
    expect((await fanin(repo.path, 'stats', '--run', run.id)).code).toBe(0);
    expect((await fanin(repo.path, 'stats', '--run', 'nothing')).code).toBe(2);
  });
});

it('says what to do where nothing has run, or nothing is', async () => {
  repo = await makeRepo({ files: { a: 'a' } });
  const { code, out } = await fanin(repo.path, 'stats');
  expect(code).toBe(0);
  expect(out).toContain('No attempt has been made in this repository yet.');
  expect(await faninJson<Stats>(repo.path, 'stats')).toMatchObject({ groups: [], atWork: 0 });
});
