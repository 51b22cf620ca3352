import type { CandidateHistory } from '../domain/lost-updates/candidate.ts';
import type { FileDelta, LandedChange } from '../domain/lost-updates/file-delta.ts';
import type { Failure } from '../domain/failure.ts';
import type { Result } from '../domain/result.ts';

/** A delivery and what it is to land on. */
export interface CandidateQuestion {
  readonly onto: string;
  readonly tip: string;
  /** What its author started from. */
  readonly base: string;
  /** So many moves of the target are asked about. */
  readonly window: number;
}

/** What commits changed, line by line, and how the history of a delivery stands to its target. */
export interface LandedChanges {
  /** The last so many moves of a target up to `target`, the oldest first. */
  landings(target: string, most: number): Promise<Result<readonly LandedChange[], Failure>>;
  /** What differs between two commits or trees. */
  delta(from: string, to: string): Promise<Result<readonly FileDelta[], Failure>>;
  /** What the author of a delivery had before him, and did in commits and merges of his own. */
  history(question: CandidateQuestion): Promise<Result<CandidateHistory, Failure>>;
  /** The tree that two commits give, merged on the base that their history says; null: they conflict. */
  recomputed(ours: string, theirs: string): Promise<Result<string | null, Failure>>;
}
