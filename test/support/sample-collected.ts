import type { AttemptEvent } from '../../src/domain/attempt/events.ts';
import type { AttemptId } from '../../src/domain/ids.ts';

type Collected = Extract<AttemptEvent, { type: 'attempt.collected' }>;

const sha = (digit: string): string => digit.repeat(40);

/** Work that was collected for the first time, and again after it came back. */
export const collectedSamples = (at: number, attempt: AttemptId): readonly Collected[] => {
  const first: Collected = {
    type: 'attempt.collected',
    at,
    attempt,
    task: 'core',
    n: 2,
    from: { branch: 'refs/heads/x', worktree: '/home/ada/wt', head: sha('a'), uncommitted: 3 },
    harvest: { commit: sha('b'), tree: sha('c'), base: sha('a'), snapshot: true, findings: [] },
    comeback: null,
    by: 'ada',
  };
  return [
    first,
    {
      ...first,
      from: { branch: null, worktree: '/home/ada/wt', head: sha('b'), uncommitted: 0 },
      comeback: { from: attempt, kind: 'conflict', text: 'conflicts in a', commit: sha('b') },
    },
  ];
};
