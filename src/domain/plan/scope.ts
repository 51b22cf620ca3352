import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { GlobError } from './glob-error.ts';
import { globMatches, parseGlob } from './glob.ts';
import type { Glob } from './glob.ts';

/** What a task may write: the paths that any of the globs covers. Without globs: nothing. */
export interface Scope {
  readonly globs: readonly Glob[];
}

/** A pattern of a scope that was refused. */
export interface ScopeError {
  readonly pattern: string;
  /** Its index among the patterns. */
  readonly index: number;
  readonly error: GlobError;
}

/** Reads the patterns of a scope, as `parseGlob` does. Errors: all the patterns that are refused, in their order. */
export function parseScope(patterns: readonly string[]): Result<Scope, readonly ScopeError[]> {
  const globs: Glob[] = [];
  const errors: ScopeError[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const glob = parseGlob(pattern);
    if (glob.ok) globs.push(glob.value);
    else errors.push({ pattern, index, error: glob.error });
  }
  return errors.length === 0 ? ok({ globs }) : err(errors);
}

/** Whether the scope covers `path`; false for what is no valid path (see `globMatches`). */
export function scopeCovers(scope: Scope, path: string): boolean {
  return scope.globs.some((glob) => globMatches(glob, path));
}
