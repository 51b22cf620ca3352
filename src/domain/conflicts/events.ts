import type { AttemptId } from '../ids.ts';

/** Conflicts of what is under way, as they come and go. */
export type ConflictEvent =
  | {
      readonly type: 'conflict.found';
      readonly at: number;
      readonly a: AttemptId;
      readonly b: AttemptId | null;
      readonly files: readonly string[];
      readonly text: string;
    }
  | {
      readonly type: 'conflict.gone';
      readonly at: number;
      readonly a: AttemptId;
      readonly b: AttemptId | null;
    };
