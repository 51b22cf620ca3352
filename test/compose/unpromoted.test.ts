import { afterEach, describe, expect, it } from 'vitest';
import { openProject } from '../../src/compose/project.ts';
import { unpromotedNote } from '../../src/compose/unpromoted.ts';
import { planOf, taskOf } from '../support/plans.ts';
import { seedRun, value } from './seeded-run.ts';
import type { SeededRun } from './seeded-run.ts';

let remove: (() => Promise<void>) | null = null;
afterEach(async () => {
  await remove?.();
  remove = null;
});

const noteFor = async (of: SeededRun, name: string): Promise<readonly string[]> => {
  const commit = await of.repo.git('rev-parse', name);
  return unpromotedNote(value(openProject(of.repo.path)), { commit, name });
};

describe('the note about landed work that a new run would not see', () => {
  it('comes when the start lacks what has landed, and goes once it is promoted', async () => {
    const of = await seedRun(planOf([taskOf('core')]));
    remove = () => of.remove();
    expect(await noteFor(of, 'main')).toEqual([]);
    await of.prepare('core');
    of.start('core');
    await of.finish('core', { 'core/a': '1\n' });
    await of.land('core');
    await of.save();
    expect(await noteFor(of, 'main')).toEqual([
      'run r1 has landed work that main does not have: fanin promote --run r1',
    ]);
    expect(await noteFor(of, 'fanin/r1/target')).toEqual([]);
  });
});
