import type { Failure } from '../domain/failure.ts';
import type { Result } from '../domain/result.ts';

/** Something that is wrong with what all work copies share. */
export interface Repair {
  /** A config key, a file, a ref: what it is about. */
  readonly name: string;
  readonly text: string;
  /** The value or state that it has, and the one it should have. */
  readonly before: string;
  readonly after: string;
  /** What a person would type. */
  readonly command: string;
  /** Puts it right; null: whether it is wrong cannot be proven, so it is only told. Doing it again does no harm. */
  readonly apply: (() => Promise<Result<null, Failure>>) | null;
}

/** What became of one. */
export interface Repaired extends Omit<Repair, 'apply'> {
  readonly done: boolean;
  readonly failure: Failure | null;
}
