import type { CopyText, SharedBlock } from '../domain/duplicates/copies/copied-text.ts';
import type { Failure } from '../domain/failure.ts';
import type { Result } from '../domain/result.ts';

/** Finds blocks that stand word for word in several places, whatever language they are in. */
export interface CopyDetector {
  /**
   * Of a block that stands in many places at least one pair is told for each, with the first text that has it.
   * `ms`: how long it may take. Codes: `no-copy-detector`, `copies-failed`, `copies-too-slow`.
   */
  detect(texts: readonly CopyText[], ms: number): Promise<Result<readonly SharedBlock[], Failure>>;
}
