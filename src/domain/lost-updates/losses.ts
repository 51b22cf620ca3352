import type { FileDelta } from './file-delta.ts';
import type { Entry, Ledger } from './ledger.ts';
import { goneLines, newLines, totalOf } from './lines.ts';
import type { LineCounts } from './lines.ts';

/** What a change does to the work of one landing in one file. */
export interface Loss {
  readonly path: string;
  /** Lines that the landing put in and that are gone. */
  readonly gone: LineCounts;
  /** Lines that the landing took out and that are back. */
  readonly back: LineCounts;
}

/** What a change takes back of each landing in the ledger, the newest first; landings that lose nothing are left out. */
export const lossesIn = (
  { entries }: Pick<Ledger, 'entries'>,
  files: readonly FileDelta[],
): ReadonlyMap<Entry, readonly Loss[]> => {
  const gone = goneLines(files);
  const back = newLines(files);
  const found = new Map<Entry, readonly Loss[]>();
  for (const entry of entries.toReversed()) {
    const paths = new Set([...entry.shares.keys(), ...entry.removed.keys()]);
    const losses = [...paths].flatMap((path) => {
      const lost = claim(entry.shares.get(path)?.lines, gone.get(path));
      const returned = claim(entry.removed.get(path), back.get(path));
      return lost.size + returned.size === 0 ? [] : [{ path, gone: lost, back: returned }];
    });
    if (losses.length > 0) found.set(entry, losses);
  }
  return found;
};

/** What of `lines` is among `counts`; it is taken from there, so that nobody older loses it as well. */
const claim = (
  lines: LineCounts | undefined,
  counts: Map<number, number> | undefined,
): LineCounts => {
  const claimed = new Map<number, number>();
  if (lines === undefined || counts === undefined) return claimed;
  for (const [hash, count] of lines) {
    const taken = Math.min(count, counts.get(hash) ?? 0);
    if (taken === 0) continue;
    claimed.set(hash, taken);
    counts.set(hash, (counts.get(hash) ?? 0) - taken);
  }
  return claimed;
};

/** Lines of a loss in all, both ways. */
export const lostLines = ({ gone, back }: Loss): number => totalOf(gone) + totalOf(back);

/** Lines of a landing that could be lost: those that still lie there, and those that it took out. */
export const landedLines = (entry: Entry): number => {
  let total = 0;
  for (const { landed } of entry.shares.values()) total += landed;
  for (const counts of entry.removed.values()) total += totalOf(counts);
  return total;
};

/** The same for one file. */
export const landedIn = (entry: Entry, path: string): number =>
  (entry.shares.get(path)?.landed ?? 0) + totalOf(entry.removed.get(path) ?? NONE);

const NONE: LineCounts = new Map();
