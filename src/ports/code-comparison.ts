import type { Tip } from '../domain/conflicts/matrix.ts';
import type { CodeReport } from '../domain/duplicates/finding.ts';
import type { Failure } from '../domain/failure.ts';
import type { Result } from '../domain/result.ts';

/** What is to be compared. */
export interface CodeRequest {
  readonly target: string;
  readonly tips: readonly Tip[];
  /** For reading the target, in ms at most: what there is no time for is told of. 0: it is not read. */
  readonly targetMs: number;
  /** Whether the likeliest of all are wanted, told or not. */
  readonly likely?: boolean;
}

/** Finds what is written twice, in deliveries and workspaces, and in them and their target. */
export interface CodeComparison {
  /** A tip that cannot be read is told of and left out. Codes: `no-such-commit` for the target, `no-parser`, those of git. */
  compare(request: CodeRequest): Promise<Result<CodeReport, Failure>>;
}
