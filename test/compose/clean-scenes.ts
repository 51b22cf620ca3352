import { openReader } from '../../src/adapters/store/reader.ts';
import { cleanUp } from '../../src/compose/clean.ts';
import type { CleanedItem, CleanWish } from '../../src/compose/clean.ts';
import { planOf, reviewedPlan, taskOf } from '../support/plans.ts';
import { seedRun, value } from './seeded-run.ts';
import type { SeededRun } from './seeded-run.ts';

/** Everything, for real. */
export const ALL: CleanWish = { runs: [], attempts: [], all: false, dryRun: false };

/** Cleans up, and what came of it. */
export const clean = async (of: SeededRun, wish: Partial<CleanWish> = {}) =>
  value(await cleanUp(of.place, { ...ALL, ...wish }));

/** Name and outcome of each. */
export const shown = (items: readonly CleanedItem[]) =>
  items.map(({ name, removed, kept }) => [name, removed ? 'removed' : kept]);

/** `core` has landed and left its workspace, `docs` waits for review, `live` is at work. */
export async function threeTasks(): Promise<SeededRun> {
  const of = await seedRun(
    reviewedPlan(
      ['core', 'docs', 'live'].map((id) => taskOf(id)),
      5,
    ),
  );
  for (const task of ['core', 'docs', 'live']) {
    await of.prepare(task);
    of.start(task);
  }
  await of.finish('core', { 'core/a': '1\n' });
  await of.finish('docs', { 'docs/a': '1\n' });
  of.driver.send({
    type: 'approve',
    delivery: 'r1-core-1',
    tree: of.driver.delivery('core').tree,
    by: 'test',
  });
  await of.land('core');
  await of.save();
  return of;
}

/** One task whose attempt has ended; `files` are in its workspace. */
export async function oneTask(
  files: Readonly<Record<string, string>> = { 'core/a': '1\n' },
): Promise<SeededRun & { readonly path: string }> {
  const of = await seedRun(planOf([taskOf('core')]));
  const path = await of.prepare('core');
  of.start('core');
  await of.finish('core', files);
  await of.land('core');
  await of.save();
  return { ...of, path };
}

/** Whether the log knows that the workspace is gone. */
export const removedView = (of: SeededRun, attempt: string): boolean | undefined => {
  const reader = value(openReader(of.place.stateDir));
  const view = reader?.view('r1', 'attempt', attempt);
  reader?.close();
  return view?.body.removed;
};
