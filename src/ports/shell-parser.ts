import type { Parse } from '../domain/guard/shell.ts';

/** Reads command lines as a shell would. */
export interface ShellParser {
  /** The normal form of `text`. Never throws; what it cannot read makes the script `broken`. */
  readonly parse: Parse;
}
