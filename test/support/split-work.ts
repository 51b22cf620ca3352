import type { AttemptEvent } from '../../src/domain/attempt/events.ts';
import type { AttemptId, DeliveryId, TaskId } from '../../src/domain/ids.ts';
import type { PersonCommand } from '../../src/domain/run/commands.ts';
import { known } from '../../src/domain/run/state.ts';
import type { RunState } from '../../src/domain/run/state.ts';
import type { Part } from '../../src/domain/split/part-harvest.ts';
import { BASE } from './run-driver.ts';

type Split = Extract<PersonCommand, { type: 'split' }>;

/** A part of the delivery `of`: its objects are named after that. */
export const partOf = (of: string, files: readonly string[], more: Partial<Part> = {}): Part => ({
  commit: `commit-${of}`,
  tree: `tree-${of}`,
  base: BASE,
  files,
  findings: [],
  ...more,
});

/** A person takes `docs/**` out of a delivery as the task `name`. */
export const splitCommandOf = (
  run: RunState,
  delivery: DeliveryId,
  name: TaskId,
  more: Partial<Split> = {},
): Split => ({
  type: 'split',
  delivery,
  tree: known(run.deliveries, delivery)?.tree ?? 'none',
  name,
  paths: ['docs/**'],
  after: false,
  rest: partOf(`${delivery}-rest`, ['src/a.ts']),
  taken: partOf(`${delivery}-${name}`, ['docs/a.md']),
  by: 'ann',
  ...more,
});

const sha = (digit: string): string => digit.repeat(40);

/** A part that an agent made, and one of what was collected, on top of the other. */
export const splitSamples = (
  at: number,
  attempt: AttemptId,
): readonly Extract<AttemptEvent, { type: 'attempt.split' }>[] => {
  const first = {
    type: 'attempt.split',
    at,
    attempt,
    task: 'core',
    n: 2,
    split: { task: 'core', n: 1, paths: ['docs/**', 'README.md'], taken: false, onto: null },
    collected: null,
    harvest: { commit: sha('b'), tree: sha('c'), base: sha('a'), snapshot: true, findings: [] },
    comeback: null,
    by: 'ada',
  } as const;
  return [
    first,
    {
      ...first,
      split: { ...first.split, taken: true, onto: attempt },
      collected: { branch: 'refs/heads/x', worktree: null, head: sha('d'), uncommitted: 0 },
    },
  ];
};
