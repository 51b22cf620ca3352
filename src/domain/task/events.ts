import type { Comeback } from '../attempt/attempt.ts';
import type { AttemptId, TaskId } from '../ids.ts';

/** What was decided about a task. Its other changes follow from its attempts and deliveries. */
export type TaskEvent =
  | { readonly type: 'task.readied'; readonly at: number; readonly task: TaskId }
  | {
      readonly type: 'task.failed';
      readonly at: number;
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly reason: string;
    }
  | {
      readonly type: 'task.parked';
      readonly at: number;
      readonly task: TaskId;
      readonly attempt: AttemptId;
      readonly reason: string;
    }
  | {
      readonly type: 'task.retried';
      readonly at: number;
      readonly task: TaskId;
      readonly by: string;
      readonly comeback: Comeback | null;
    }
  | {
      readonly type: 'task.dropped';
      readonly at: number;
      readonly task: TaskId;
      readonly by: string;
      readonly reason: string;
    };
