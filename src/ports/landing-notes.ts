import type { Failure } from '../domain/failure.ts';
import type { Result } from '../domain/result.ts';

/** Notes at landed commits, which travel with the history where somebody takes them along. */
export interface LandingNotes {
  /** Leaves `text` at the commit, instead of what fanin left there before. Idempotent. */
  write(commit: string, text: string): Promise<Result<null, Failure>>;
}
