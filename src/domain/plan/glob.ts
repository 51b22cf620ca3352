import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { accepts, literalPrefix } from './glob-automaton.ts';
import type { Automaton } from './glob-automaton.ts';
import { compileGlob } from './glob-compile.ts';
import { globError } from './glob-error.ts';
import type { GlobError } from './glob-error.ts';
import { isValidPath } from './glob-path.ts';
import { parsePattern } from './glob-pattern.ts';

/** A pattern for paths, ready to use. Made by `parseGlob` only. */
export interface Glob {
  /** The pattern as it was written. */
  readonly source: string;
  /** Accepts every valid path that the glob covers, and no valid path that it does not. */
  readonly automaton: Automaton;
  /** What every covered path starts with: a cheap way to tell that a path, or another glob, is out of reach. */
  readonly prefix: string;
}

/** The longest pattern, in UTF-16 units: it bounds the time that any two globs can take. */
export const MAX_PATTERN_LENGTH = 512;

/**
 * Reads a pattern, anchored at the repository root, with `/` between segments; characters are code points.
 *
 * - `?` is one character but `/`; `*` any run of characters but `/`, also an empty one.
 * - `**` as a whole segment is zero or more whole segments; inside a segment it is the same as `*`.
 * - `[abc]`, `[a-z]`, `[!x]` and `[^x]` are one character, never `/`.
 * - `{a,b/c,}` is one of the options, also nested, with separators, or empty.
 * - `\` takes the next character as it is.
 *
 * Names that start with a dot are matched like any other. Segments `.` and repeated separators are dropped.
 * A glob covers each path that it matches. When its last segment has no wildcard (`*`, `?`, or a class of several
 * characters), it covers everything below as well: `docs` covers `docs` and `docs/a/b.md`, but `docs/*` covers
 * `docs/b.md` and not `docs/a/b.md`. Options of braces are taken one by one: `{docs,*.ts}` covers what is below
 * `docs`. `docs/` and `docs/**` cover all below `docs`, but no plain file `docs`; `pkg-?/` likewise covers all
 * below `pkg-a`. `.`, `./` and `**` cover everything.
 *
 * Errors: see `GlobErrorCode`. Every glob that is not refused covers at least one path.
 */
export function parseGlob(pattern: string): Result<Glob, GlobError> {
  const refusal = refusalOf(pattern);
  if (refusal !== null) return err(refusal);
  const sequence = parsePattern(pattern);
  if (!sequence.ok) return sequence;
  const automaton = compileGlob(sequence.value);
  if (!automaton.ok) return automaton;
  const prefix = literalPrefix(automaton.value);
  return ok({ source: pattern, automaton: automaton.value, prefix });
}

/**
 * Whether `glob` covers `path`. False for what is no valid path: absolute, with an empty, `.` or `..` segment,
 * with a separator at its end.
 */
export function globMatches(glob: Glob, path: string): boolean {
  return path.startsWith(glob.prefix) && isValidPath(path) && accepts(glob.automaton, path);
}

/** What can be told before the pattern is taken apart. */
function refusalOf(pattern: string): GlobError | null {
  if (pattern.trim() === '') return globError('empty', 0);
  if (pattern.length > MAX_PATTERN_LENGTH) return globError('too-long', MAX_PATTERN_LENGTH);
  const bad = pattern.search(/[\0\p{Surrogate}]/u);
  if (bad !== -1) return globError('bad-character', bad);
  if (pattern.startsWith('!')) return globError('negated', 0);
  if (/^(?:\/|~(?:\/|$)|[A-Za-z]:[/\\])/u.test(pattern)) return globError('absolute', 0);
  return null;
}
