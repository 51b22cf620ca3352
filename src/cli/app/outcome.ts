import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';

/**
 * What a command came to: an exit code, or why it did not do what it was asked. It prints its own data;
 * failures are printed for it, as text or as JSON.
 */
export type Outcome = Result<number, Failure | readonly Failure[]>;
