/** Keys of a manifest below which the first that fits is taken, so that their order says something. */
const ORDERED: ReadonlySet<string> = new Set(['exports', 'imports', 'typesVersions']);

/** Whether two values at that path are one only where their keys stand in one order. */
export const isBelowOrdered = ([top = '']: readonly string[]): boolean => ORDERED.has(top);

interface Keys {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * Whether an object at that path can be merged key by key. Where order says something, one side alone may have added
 * or taken out keys, and none may have put them in another order.
 */
export const mayMergeKeys = (path: readonly string[], { base, ours, theirs }: Keys): boolean => {
  if (!isBelowOrdered(path) || [...ours, ...theirs].every(isSubpath)) return true;
  const [mine, other] = [new Set(ours), new Set(theirs)];
  return (
    (same(ours, base) || same(theirs, base)) &&
    same(
      ours.filter((key) => other.has(key)),
      theirs.filter((key) => mine.has(key)),
    )
  );
};

/** Of these the one that fits best is taken, wherever it stands. */
const isSubpath = (key: string): boolean => key.startsWith('.') || key.startsWith('#');

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index]);
