import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { storeCheckpoints } from '../../src/adapters/checkpoints/checkpoints.ts';
import { conflictsHere } from '../../src/compose/conflicts/conflicts-here.ts';
import { writeFiles } from '../support/git-repo.ts';
import { planOf, taskOf } from '../support/plans.ts';
import { RUN, workspaceOf } from '../support/run-driver.ts';
import { seedRun } from './seeded-run.ts';
import type { SeededRun } from './seeded-run.ts';

let seeded: SeededRun | null = null;
afterEach(async () => {
  await seeded?.remove();
  seeded = null;
});

const WISH = { names: [], target: null, hunks: 0, progress: () => undefined } as const;

describe('conflicts of what runs have under way', () => {
  it('are those of checkpoints, open deliveries and other worktrees, on the target of the run', async () => {
    const review = { by: 'human', limit: 3 } as const;
    const run = await seedRun(planOf([taskOf('a'), taskOf('b')], { review }), { x: 'one\n' });
    seeded = run;
    await run.prepare('a');
    run.start('a');
    await run.finish('a', { x: 'from a\n' });
    const path = await run.prepare('b');
    run.start('b');
    await writeFiles(path, { x: 'from b\n' });
    const attempt = `${RUN}-b-1`;
    const { base } = run.driver.attempt('b');
    const workspace = { ...workspaceOf(attempt), path, base };
    const folder = join(run.place.stateDir, 'attempts', attempt);
    const taken = await storeCheckpoints({ place: run.place, broughtIn: () => [] }).take(
      workspace,
      { attempt, run: RUN, task: 'b', n: 1, base, level: 'worktree', folder },
    );
    expect(taken.ok).toBe(true);
    // What came after the checkpoint is not looked at: nobody reads a workspace for this.
    await writeFiles(path, { x: 'one\n' });
    const other = join(run.repo.base, 'other');
    await run.repo.git('worktree', 'add', '-q', '-b', 'other', other);
    await writeFiles(other, { x: 'from elsewhere\n' });
    await run.save();

    const found = await conflictsHere(run.repo.path, WISH);
    if (!found.ok) throw new Error(found.error.message);
    const { target, compared, matrix } = found.value;
    expect(target.name).toBe(`fanin/${RUN}/target`);
    expect(compared.map(({ name, uncommitted }) => [name, uncommitted])).toEqual([
      ['other', true],
      [`${RUN}/a#1`, false],
      [`${RUN}/b#1`, true],
    ]);
    expect(matrix.pairs.map(({ a, b, files }) => [a, b, files])).toEqual([
      ['other', `${RUN}/a#1`, ['x']],
      ['other', `${RUN}/b#1`, ['x']],
      [`${RUN}/a#1`, `${RUN}/b#1`, ['x']],
    ]);
  });
});
