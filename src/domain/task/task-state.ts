import type { AttemptId, TaskId } from '../ids.ts';
import type { Comeback } from '../attempt/attempt.ts';

interface Common {
  readonly id: TaskId;
  /** Attempts made so far. */
  readonly attempts: number;
  /** What the next attempt must know of the last one; null for a first attempt. */
  readonly comeback: Comeback | null;
}

/**
 * A task's life.
 *
 * ```
 * waiting ─ ready ─ running ─ delivered ─ landed
 *             │        └─ failed | parked ──(retry)── ready
 *             └─ dropped (from anywhere but landed)
 * ```
 * A task holds its scope and locks from `running` until it has landed or is dropped: a failed or
 * parked task still holds them, since its work may come back.
 */
export type TaskState =
  | (Common & { readonly phase: 'waiting' })
  | (Common & { readonly phase: 'ready'; readonly since: number })
  | (Common & { readonly phase: 'running'; readonly attempt: AttemptId })
  | (Common & { readonly phase: 'delivered'; readonly attempt: AttemptId })
  | (Common & { readonly phase: 'landed'; readonly attempt: AttemptId; readonly commit: string })
  | (Common & { readonly phase: 'failed'; readonly attempt: AttemptId; readonly reason: string })
  | (Common & { readonly phase: 'parked'; readonly attempt: AttemptId; readonly reason: string })
  | (Common & { readonly phase: 'dropped'; readonly by: string; readonly reason: string });

/** True while the task holds its scope and locks. */
export const holdsScope = (task: TaskState): boolean =>
  task.phase !== 'landed' &&
  task.phase !== 'dropped' &&
  (task.attempts > 0 || task.phase === 'running');
