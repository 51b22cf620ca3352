import { attemptId } from '../ids.ts';
import type { AttemptId, RunId, TaskId } from '../ids.ts';

/** When checkpoints may go. Times are epoch ms. */
export interface CheckpointPolicy {
  readonly now: number;
  /** Only these runs; null: all. */
  readonly runs: readonly RunId[] | null;
  /** Of one attempt, at most so many stay. */
  readonly most: number;
  /** Older ones go, but for an attempt's last. */
  readonly maxAgeMs: number;
  /** Attempts whose task has landed: only the last stays, until it is `lastAfterLandingMs` old. */
  readonly landed: readonly AttemptId[];
  readonly lastAfterLandingMs: number;
}

const DAY_MS = 86_400_000;

/** What holds where nobody says otherwise. */
export const USUAL_PRUNING = {
  most: 50,
  maxAgeMs: 2 * DAY_MS,
  lastAfterLandingMs: 7 * DAY_MS,
} as const;

/** What the policy needs to know of a checkpoint. */
export interface AgedCheckpoint {
  readonly run: RunId;
  readonly task: TaskId;
  readonly n: number;
  readonly seq: number;
  readonly at: number;
}

/** The checkpoints that may go. The last one of an attempt stays, unless its task landed long ago. */
export const toPrune = <T extends AgedCheckpoint>(
  checkpoints: readonly T[],
  policy: CheckpointPolicy,
): readonly T[] => {
  const byAttempt = Map.groupBy(
    checkpoints.filter(({ run }) => policy.runs === null || policy.runs.includes(run)),
    ({ run, task, n }) => attemptId(run, task, n),
  );
  return [...byAttempt].flatMap(([attempt, all]) =>
    ofAttempt(
      all.toSorted((a, b) => b.seq - a.seq),
      policy,
      policy.landed.includes(attempt),
    ),
  );
};

const ofAttempt = <T extends AgedCheckpoint>(
  newestFirst: readonly T[],
  policy: CheckpointPolicy,
  landed: boolean,
): readonly T[] => {
  const age = ({ at }: T): number => policy.now - at;
  const [last, ...earlier] = newestFirst;
  if (last === undefined) return [];
  if (!landed)
    return earlier.filter((each, index) => index + 1 >= policy.most || age(each) > policy.maxAgeMs);
  return age(last) > policy.lastAfterLandingMs ? newestFirst : earlier;
};
