import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fanin } from '../cli/fanin.ts';
import { toldBy } from '../cli/told.ts';
import { planOf, taskOf } from '../support/plans.ts';
import { seedRun } from './seeded-run.ts';
import type { SeededRun } from './seeded-run.ts';

let seeded: SeededRun | null = null;
afterEach(async () => {
  await seeded?.remove();
  seeded = null;
});

describe('fanin replay --record', () => {
  it('prints a file of what came to the queue of a run, which can be replayed', async () => {
    const run = await seedRun(planOf([taskOf('a')], { review: { by: 'checks', limit: 3 } }));
    seeded = run;
    const { path } = run.repo;
    await run.save();
    const early = await fanin(path, 'replay', '--record', '--json');
    expect([early.code, toldBy(early.out).error.code]).toEqual([4, 'nothing-to-replay']);

    await run.prepare('a');
    run.start('a');
    await run.finish('a', { 'a.txt': 'a\n' });
    await run.land('a');
    await run.save();
    const { code, out } = await fanin(path, 'replay', '--record');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      replay: 1,
      about: 'What came to the merge queue of run r1.',
      changes: [{ arrives: '0ms', runs: ['green'] }],
    });
    writeFileSync(join(path, 'recorded.json'), out);
    const replayed = await fanin(path, 'replay', 'recorded.json', '--seeds', '1');
    expect(replayed.out).toContain('recorded: 0% fail, 1 slot (simulated, seed 1)');
  });
});
