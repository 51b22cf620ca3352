/** Where a failure points to. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** The source line, with a marker line below it, ready to print. */
  readonly excerpt?: string;
}

/**
 * An expected failure as a person and a script see it.
 * `code` is stable and kebab-case; the CLI's exit-code table maps codes to exit codes.
 */
export interface Failure {
  readonly code: string;
  /** What happened, in one sentence, without a trailing hint. */
  readonly message: string;
  readonly where?: Place;
  /** What to do about it. */
  readonly hint?: string;
  /** The log file that tells more. */
  readonly log?: string;
}

/** Builds a failure; the optional parts come last so that call sites stay short. */
export const failure = (
  code: string,
  message: string,
  more: Omit<Failure, 'code' | 'message'> = {},
): Failure => ({ code, message, ...more });
