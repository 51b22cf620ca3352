import { searchProduct } from './glob-product.ts';
import type { Glob } from './glob.ts';

/**
 * A path that both globs cover, or null when no path can be covered by both. Decided on the globs alone:
 * no file has to exist. The path is valid, short and readable; its first segment is `.git` only where nothing
 * else is left. Which of several equally good paths is returned may depend on the order of the globs.
 */
export function intersectGlobs(a: Glob, b: Glob): string | null {
  // Whatever both cover starts with both prefixes.
  if (!a.prefix.startsWith(b.prefix) && !b.prefix.startsWith(a.prefix)) return null;
  return searchProduct(a.automaton, b.automaton).witness;
}
