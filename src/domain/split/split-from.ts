import type { AttemptId, TaskId } from '../ids.ts';

/** Out of which delivery a part was made, when a person took it apart. */
export interface SplitFrom {
  /** `task#n`: the attempt whose delivery it was. */
  readonly task: TaskId;
  readonly n: number;
  /** The patterns that the person named. */
  readonly paths: readonly string[];
  /** True: the files that these cover. False: all the others. */
  readonly taken: boolean;
  /** The part that it lies on top of, and lands after; null: it lies on what the delivery was based on. */
  readonly onto: AttemptId | null;
}
