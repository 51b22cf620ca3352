/**
 * What a commit does to its parent, as far as it decides who may conflict with it. A rename is a path
 * that goes and one that comes: both are touched.
 */
export interface Touched {
  /** Files that differ: changed, added or deleted. */
  readonly paths: readonly string[];
  /** Those of them that the parent does not have. */
  readonly added: readonly string[];
  /** Folders of the parent that are gone, where files added by others may belong somewhere else now. */
  readonly removedFolders: readonly string[];
}

/** Two places in a list, the lower one first. */
export type IndexPair = readonly [number, number];

/** Pairs that have to be merged to know, and how many more there would be. */
export interface Candidates {
  readonly pairs: readonly IndexPair[];
  readonly left: number;
}

/**
 * All pairs of commits with one parent that can conflict with each other, at most `most`:
 * - they touch the same path; every conflict about a file's content, mode or name begins so;
 * - one adds a file below a path that the other adds as a file, or below a folder that is gone in the
 *   other: git takes that for a renamed folder, into which the new file should perhaps follow.
 */
export const candidatePairs = (touched: readonly Touched[], most: number): Candidates => {
  const found = new Set<number>();
  const size = touched.length;
  const note = (one: number, other: number): void => {
    if (one !== other) found.add(Math.min(one, other) * size + Math.max(one, other));
  };
  for (const sharing of indexBy(touched, ({ paths }) => paths).values())
    for (const [at, one] of sharing.entries())
      for (const other of sharing.slice(at + 1)) note(one, other);
  const claims = indexBy(touched, ({ added, removedFolders }) => [...added, ...removedFolders]);
  for (const [one, { added }] of touched.entries())
    for (const folder of foldersAbove(added))
      for (const other of claims.get(folder) ?? []) note(one, other);
  const all = [...found].toSorted((a, b) => a - b);
  const pairs = all.slice(0, most).map((key): IndexPair => [Math.floor(key / size), key % size]);
  return { pairs, left: all.length - pairs.length };
};

/** Who has each of the words. */
const indexBy = (
  touched: readonly Touched[],
  wordsOf: (one: Touched) => readonly string[],
): ReadonlyMap<string, readonly number[]> => {
  const index = new Map<string, number[]>();
  for (const [at, one] of touched.entries()) {
    for (const word of wordsOf(one)) {
      const known = index.get(word);
      if (known === undefined) index.set(word, [at]);
      else if (known.at(-1) !== at) known.push(at);
    }
  }
  return index;
};

const foldersAbove = (paths: readonly string[]): ReadonlySet<string> => {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
};
