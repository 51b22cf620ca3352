import type { FileDelta, FileState, LandedChange } from './file-delta.ts';
import { pathBefore } from './file-delta.ts';
import { addedLines, addTo, countLines, goneLines, totalOf } from './lines.ts';
import type { LineCounts } from './lines.ts';
import { definedNames } from './defined-names.ts';

/** Lines that a landing put into a file, as far as they are still there. */
export interface Share {
  readonly lines: LineCounts;
  /** How many there were at first. */
  readonly landed: number;
}

/** What a landing made of a path: how it was before, and how it is since. */
export interface PathStep {
  readonly before: FileState | null;
  readonly after: FileState | null;
  /** It got this name from another then. */
  readonly from: string | null;
}

/** What one landing brought. Paths are those of today. */
export interface Entry {
  readonly commit: string;
  readonly task: string | null;
  readonly title: string;
  readonly shares: ReadonlyMap<string, Share>;
  /** Lines that it took out, by path. */
  readonly removed: ReadonlyMap<string, LineCounts>;
  readonly steps: ReadonlyMap<string, PathStep>;
  /** Names that other files may use. */
  readonly defines: ReadonlySet<string>;
}

/** What the last landings on a target brought, the oldest first: whose lines lie there. */
export interface Ledger {
  readonly entries: readonly Entry[];
  readonly window: number;
}

export const emptyLedger = (window: number): Ledger => ({ entries: [], window });

/** The ledger after a landing: what it takes out is nobody's any more, what it renames is followed. */
export const withLanding = (ledger: Ledger, landing: LandedChange): Ledger => {
  const gone = goneLines(landing.files);
  const renamed = renamesIn(landing.files);
  const left = new Map([...gone].map(([path, counts]) => [path, new Map(counts)] as const));
  const entries = ledger.entries
    .toReversed()
    .map((entry) => afterwards(entry, left, renamed))
    .toReversed();
  return {
    ...ledger,
    entries: [...entries, entryOf(landing)].slice(-ledger.window),
  };
};

/** The ledger of landings in their order. */
export const ledgerOf = (landings: readonly LandedChange[], window: number): Ledger =>
  landings.reduce(withLanding, emptyLedger(window));

const afterwards = (
  entry: Entry,
  gone: ReadonlyMap<string, Map<number, number>>,
  renamed: ReadonlyMap<string, string>,
): Entry => {
  const touched = [...entry.shares.keys()].some((path) => gone.has(path) || renamed.has(path));
  const moved = [...entry.removed.keys()].some((path) => renamed.has(path));
  const removed = moved ? followed(entry.removed, renamed) : entry.removed;
  if (!touched) return moved ? { ...entry, removed } : entry;
  const shares = new Map<string, Share>();
  for (const [path, share] of entry.shares) {
    const counts = gone.get(path);
    const kept = counts === undefined ? share : { ...share, lines: charge(share.lines, counts) };
    if (kept.lines.size > 0) shares.set(renamed.get(path) ?? path, kept);
  }
  return { ...entry, shares, removed };
};

const renamesIn = (files: readonly FileDelta[]): ReadonlyMap<string, string> =>
  new Map(files.flatMap(({ from, path }) => (from === null ? [] : [[from, path] as const])));

/** By the names of today. */
const followed = (
  removed: ReadonlyMap<string, LineCounts>,
  renamed: ReadonlyMap<string, string>,
): ReadonlyMap<string, LineCounts> =>
  new Map([...removed].map(([path, counts]) => [renamed.get(path) ?? path, counts] as const));

/** What is left of `lines`; what was charged is taken from `counts`, so that older owners keep theirs. */
const charge = (lines: LineCounts, counts: Map<number, number>): LineCounts => {
  const kept = new Map<number, number>();
  for (const [hash, count] of lines) {
    const taken = Math.min(count, counts.get(hash) ?? 0);
    if (taken > 0) addTo(counts, hash, -taken);
    if (count > taken) kept.set(hash, count - taken);
  }
  return kept;
};

const entryOf = ({ commit, task, title, files }: LandedChange): Entry => {
  const shares = new Map<string, Share>();
  const steps = new Map<string, PathStep>();
  const defines = new Set<string>();
  for (const file of files) {
    const lines = countLines(addedLines(file));
    if (lines.size > 0) shares.set(file.path, { lines, landed: totalOf(lines) });
    steps.set(file.path, {
      before: file.from === null ? file.before : null,
      after: file.after,
      from: file.from,
    });
    if (file.from !== null)
      steps.set(pathBefore(file), { before: file.before, after: null, from: null });
    for (const name of definedNames(addedLines(file))) defines.add(name);
  }
  const removed = followed(goneLines(files), renamesIn(files));
  return { commit, task, title, shares, removed, steps, defines };
};
