import { intersectGlobs } from './glob-intersect.ts';
import { globMatches } from './glob.ts';
import type { Glob } from './glob.ts';
import type { Scope } from './scope.ts';

/** A path that two scopes both cover, and why. */
export interface ScopeIntersection {
  /** The pattern of the first scope that covers the witness. */
  readonly a: string;
  /** The pattern of the second scope that covers the witness. */
  readonly b: string;
  readonly witness: string;
  /** Whether the witness is one of the existing paths; otherwise it is a path that could be written. */
  readonly exists: boolean;
}

/**
 * A path that both scopes cover, or null when there can be none. Decided on the patterns: two scopes intersect
 * although none of the `existing` paths is in both. When one is, the first such path is the witness, since a
 * file that a person knows explains more than an invented one. A scope without patterns intersects nothing.
 */
export function intersectScopes(
  a: Scope,
  b: Scope,
  existing: readonly string[] = [],
): ScopeIntersection | null {
  const [first] = intersectingPairs(a, b);
  if (first === undefined) return null;
  const pairs = existing.length === 0 ? [] : [...intersectingPairs(a, b)];
  for (const path of existing) {
    const pair = pairs.find(({ a: left, b: right }) => {
      return globMatches(left, path) && globMatches(right, path);
    });
    if (pair !== undefined) {
      return { a: pair.a.source, b: pair.b.source, witness: path, exists: true };
    }
  }
  return { a: first.a.source, b: first.b.source, witness: first.witness, exists: false };
}

/** The pairs of patterns through which two scopes meet, in their order. */
export const meetingPatterns = (
  a: Scope,
  b: Scope,
): readonly { readonly a: string; readonly b: string }[] =>
  Array.from(intersectingPairs(a, b), (pair) => ({ a: pair.a.source, b: pair.b.source }));

interface IntersectingPair {
  readonly a: Glob;
  readonly b: Glob;
  readonly witness: string;
}

/** Lazily, since the first pair is all that is asked for most of the time. */
function* intersectingPairs(a: Scope, b: Scope): Generator<IntersectingPair> {
  for (const left of a.globs) {
    for (const right of b.globs) {
      const witness = intersectGlobs(left, right);
      if (witness !== null) yield { a: left, b: right, witness };
    }
  }
}
