import type { AttemptId } from '../ids.ts';

/** What becomes of what is written twice: it is looked for and told, or nobody looks. */
export type DuplicatePolicy = 'tell' | 'off';

/** Something that two attempts wrote, or one and the target (`b` null). */
export interface LiveDuplicate {
  /** Names it by its sides. */
  readonly key: string;
  readonly a: AttemptId;
  readonly b: AttemptId | null;
  /** Both sides, and why they are held to be the same. */
  readonly text: string;
  /** What is to be done about it. */
  readonly advice: string;
}

/** What a comparison of all that is under way has found. */
export interface SeenDuplicates {
  readonly compared: readonly AttemptId[];
  readonly duplicates: readonly LiveDuplicate[];
}

/** Comes and goes. */
export type DuplicateEvent =
  | ({ readonly type: 'duplicate.found'; readonly at: number } & LiveDuplicate)
  | { readonly type: 'duplicate.gone'; readonly at: number; readonly key: string };
