import type { Failure } from '../domain/failure.ts';
import type { Result } from '../domain/result.ts';

/** A branch of another repository that holds what has landed, and that others push to, too. */
export interface SharedTarget {
  /** Where it is now, its objects fetched; null: there is no such branch. Codes: `remote-unreachable`. */
  look(): Promise<Result<string | null, Failure>>;
  /**
   * Moves it from `from` to `to`, and only from there. `to` is remembered before, for whoever goes on after
   * a crash. Codes: `remote-moved` when somebody else was faster, `remote-refused`, `remote-unreachable`.
   */
  push(from: string, to: string): Promise<Result<null, Failure>>;
  /** The commit that was last to be pushed; null: none was. */
  offered(): Promise<string | null>;
  /** Whether a commit that is here is `ancestor` or comes after it. */
  holds(commit: string, ancestor: string): Promise<boolean>;
}
