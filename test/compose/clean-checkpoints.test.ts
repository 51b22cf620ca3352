import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { keepRef } from '../../src/domain/ids.ts';
import { readCheckpoints } from '../../src/compose/salvage/held-work.ts';
import { clean, threeTasks } from './clean-scenes.ts';
import { value } from './seeded-run.ts';
import type { SeededRun } from './seeded-run.ts';

let seeded: SeededRun | null = null;
afterEach(async () => {
  await seeded?.remove();
  seeded = null;
});

/** Two checkpoints of each of two attempts. */
const scene = async () => {
  const of = await threeTasks();
  seeded = of;
  const checkpoints = readCheckpoints(of.place);
  for (const task of ['core', 'live']) {
    const { id, run, n, base } = of.driver.attempt(task);
    const folder = join(of.place.stateDir, 'attempts', id);
    const view = of.driver.attempt(task);
    const workspace = 'workspace' in view ? view.workspace : null;
    if (workspace === null) throw new Error(`${task} has no workspace`);
    await mkdir(folder, { recursive: true });
    for (const text of ['1', '2']) {
      await writeFile(join(workspace.path, 'new.txt'), text);
      value(
        await checkpoints.take(workspace, {
          attempt: id,
          run,
          task,
          n,
          base,
          level: 'worktree' as const,
          folder,
        }),
      );
    }
  }
  const left = async (): Promise<readonly string[]> =>
    value(await checkpoints.list({})).map(({ task, seq }) => `${task} ${String(seq)}`);
  return { of, left };
};

describe('cleaning up checkpoints', () => {
  it('keeps the last of what has landed, and all that may be needed', async () => {
    const { of, left } = await scene();
    expect(await left()).toEqual(['core 1', 'core 2', 'live 1', 'live 2']);
    await clean(of, { dryRun: true });
    expect(await left()).toHaveLength(4);
    await clean(of);
    expect(await left()).toEqual(['core 2', 'live 1', 'live 2']);
    expect(await of.repo.git('rev-parse', keepRef('r1', 'core', 1))).not.toBe('');
  });
});
