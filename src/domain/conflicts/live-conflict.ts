import type { AttemptId } from '../ids.ts';

/** What becomes of the later of two that conflict: it goes on, lands second, or is stopped until the other has landed. */
export type ConflictPolicy = 'warn' | 'hold-later' | 'stop-later';

/** Two attempts that do not merge with each other; `a` began first. `b` null: the target. */
export interface LiveConflict {
  readonly a: AttemptId;
  readonly b: AttemptId | null;
  readonly files: readonly string[];
  /** The hunks, shortened; `''` where git has none. */
  readonly text: string;
}

/** What a comparison of all that is under way has found, in any order of `a` and `b`. */
export interface SeenConflicts {
  /** The target that was compared with. */
  readonly target: string;
  /** Those that merge with the target, and were therefore compared with each other. */
  readonly compared: readonly AttemptId[];
  readonly conflicts: readonly LiveConflict[];
}

/** Names a conflict by its sides. */
export const conflictKey = ({ a, b }: Pick<LiveConflict, 'a' | 'b'>): string =>
  `${a} ${b ?? 'target'}`;
