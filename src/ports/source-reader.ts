import type { SourceFacts, SourceText } from '../domain/duplicates/definition.ts';
import type { Failure } from '../domain/failure.ts';
import type { Result } from '../domain/result.ts';

/** Reads what source files define. */
export interface SourceReader {
  /** Whether a file of that name is read at all. */
  reads(path: string): boolean;
  /** What cannot be read is told of and left out. Codes: `no-parser`. */
  read(files: readonly SourceText[]): Promise<Result<SourceFacts, Failure>>;
}
