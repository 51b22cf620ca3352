import type { AttemptId, RunId, TaskId } from '../../domain/ids.ts';

/** An attempt by its parts. */
export interface KnownAttempt {
  readonly run: RunId;
  readonly id: AttemptId;
  readonly task: TaskId;
  readonly n: number;
}

/** What ids are looked up in. */
export interface Known {
  /** Newest first. */
  readonly runs: readonly RunId[];
  /** In the order of the plan. */
  tasks(run: RunId): readonly TaskId[];
  attempts(run: RunId): readonly KnownAttempt[];
}

/** A task of a run. */
export interface KnownTask {
  readonly run: RunId;
  readonly task: TaskId;
}
