import type { Attempt } from '../attempt/attempt.ts';
import type { RunEvent } from '../run/events.ts';
import type { RunState } from '../run/state.ts';
import { attemptState } from '../run/state.ts';
import { conflictKey } from './live-conflict.ts';
import type { LiveConflict, SeenConflicts } from './live-conflict.ts';
import { conflictPolicy, isEarlier, isOpen, openConflicts } from './standing.ts';

/** What is new against what the run knows. */
export interface ConflictChanges {
  /** New conflicts, and known ones with a file that was not known. */
  readonly found: readonly LiveConflict[];
  readonly gone: readonly LiveConflict[];
}

/** What of a comparison is new; what was compared with another target, or is over by now, is not. */
export const conflictChanges = (run: RunState, seen: SeenConflicts): ConflictChanges => {
  if (run.phase === 'ended' || seen.target !== run.target) return { found: [], gone: [] };
  const standing = seen.conflicts
    .filter(({ a, b }) => isOpen(run, a) && (b === null || (isOpen(run, b) && areTwo(run, a, b))))
    .map((conflict) => earlierFirst(run, conflict));
  const found = standing.filter((conflict) => {
    const known = run.conflicts[conflictKey(conflict)];
    return known === undefined || conflict.files.some((file) => !known.files.includes(file));
  });
  const kept = new Set(standing.map(conflictKey));
  const open = new Set(openConflicts(run));
  const gone = Object.values(run.conflicts).filter(
    (known) => !open.has(known) || (wasCompared(seen, known) && !kept.has(conflictKey(known))),
  );
  return { found, gone };
};

/** What a comparison leads to: findings come and go, and under `stop-later` the later one ends. */
export const decideConflictsSeen = (
  run: RunState,
  seen: SeenConflicts,
  now: number,
): readonly RunEvent[] => {
  const { found, gone } = conflictChanges(run, seen);
  const making = new Set(found.flatMap((conflict) => makesWay(run, conflict)));
  return [
    ...gone.map(({ a, b }): RunEvent => ({ type: 'conflict.gone', at: now, a, b })),
    ...found.map((conflict): RunEvent => ({ type: 'conflict.found', at: now, ...conflict })),
    ...[...making].map((attempt): RunEvent => ({
      type: 'attempt.wrap-up-asked',
      at: now,
      attempt,
      why: 'conflict',
    })),
  ];
};

/** The later one, once for each task: whoever was stopped before is held from then on. */
const makesWay = (run: RunState, { a, b }: LiveConflict): readonly string[] => {
  if (b === null || conflictPolicy(run.plan) !== 'stop-later' || !isOpen(run, a)) return [];
  const later = attemptState(run, b);
  const before = Object.values(run.attempts).some(
    (attempt) => attempt.task === later.task && madeWay(attempt),
  );
  return later.phase === 'running' && !before ? [b] : [];
};

/** Whether it was stopped for a conflict. */
export const madeWay = (attempt: Attempt): boolean =>
  'exit' in attempt && attempt.exit?.stopped === 'conflict';

/** Attempts at one task replace each other. */
const areTwo = (run: RunState, a: string, b: string): boolean =>
  attemptState(run, a).task !== attemptState(run, b).task;

const earlierFirst = (run: RunState, conflict: LiveConflict): LiveConflict => {
  const { a, b } = conflict;
  return b === null || isEarlier(run, a, b) ? conflict : { ...conflict, a: b, b: a };
};

const wasCompared = ({ compared }: SeenConflicts, { a, b }: LiveConflict): boolean =>
  compared.includes(a) && (b === null || compared.includes(b));
