import type { CollectedFrom } from '../../src/domain/collect/collected-from.ts';
import { NOBODY } from '../../src/domain/plan/nobody.ts';
import type { PersonCommand } from '../../src/domain/run/commands.ts';
import { taskOf } from './plans.ts';
import { BASE } from './run-driver.ts';

/** Work on a branch of the task's name, at the commit `head`. */
export const fromBranch = (
  task: string,
  head: string,
  more: Partial<CollectedFrom> = {},
): CollectedFrom => ({
  branch: `refs/heads/${task}`,
  worktree: null,
  head,
  uncommitted: 0,
  ...more,
});

/** A person collects a branch; another `head` is other work. */
export const collectOf = (
  task: string,
  head: string,
  more: Partial<CollectedFrom> = {},
): Extract<PersonCommand, { type: 'collect' }> => ({
  type: 'collect',
  task: taskOf(task, { agent: NOBODY, writes: null }),
  from: fromBranch(task, head, more),
  harvest: {
    commit: `commit-${head}`,
    tree: `tree-${head}`,
    base: BASE,
    snapshot: false,
    findings: [],
  },
  by: 'ann',
});
