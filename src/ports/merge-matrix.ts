import type { Matrix, Tip } from '../domain/conflicts/matrix.ts';
import type { Failure } from '../domain/failure.ts';
import type { Result } from '../domain/result.ts';

/** What is to be compared. */
export interface MatrixRequest {
  /** The commit that all are normalised to: a conflict is one of what they bring, not of where they forked off. */
  readonly target: string;
  readonly tips: readonly Tip[];
  /** Told now and then how many merges of how many are done; their number grows once. */
  readonly progress?: (done: number, all: number) => void;
}

/** Which conflict is asked for: of `a` with `b`, or with the target where that is null. */
export interface ConflictQuestion {
  readonly target: string;
  readonly a: Tip;
  readonly b: Tip | null;
}

/** A file in conflict, with its zdiff3 hunks as text, shortened. */
export interface ConflictText {
  readonly path: string;
  readonly text: string;
}

/** Merges many commits with each other to see who conflicts, and leaves nothing of it in the repository. */
export interface MergeMatrix {
  /** A tip that cannot be read is told of and left out. Codes: `no-such-commit` for the target, those of git. */
  compare(request: MatrixRequest): Promise<Result<Matrix, Failure>>;
  /** The conflict as text; none when there is none. Codes: `no-such-commit`, those of git. */
  conflict(question: ConflictQuestion): Promise<Result<readonly ConflictText[], Failure>>;
}
