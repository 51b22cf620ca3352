import type { FileDelta } from './file-delta.ts';
import { pathBefore } from './file-delta.ts';
import type { Entry, Ledger } from './ledger.ts';
import { addTo, countLines, removedLines, totalOf } from './lines.ts';
import { THRESHOLDS } from './thresholds.ts';

/** A file of which every line that a landing wrote there was written again, and says the same. */
export interface Rewrite {
  readonly entry: Entry;
  readonly path: string;
  readonly lines: number;
}

/** Files that got other line ends, another encoding or other blanks all over. */
export const rewritesIn = (
  { entries }: Pick<Ledger, 'entries'>,
  files: readonly FileDelta[],
): readonly Rewrite[] =>
  files.flatMap((file) => {
    const path = pathBefore(file);
    const removed = countLines(removedLines(file));
    const same = sameAtOnePlace(file);
    return entries.flatMap((entry): readonly Rewrite[] => {
      const share = entry.shares.get(path);
      if (share === undefined) return [];
      const lines = totalOf(sameIn(share.lines, same));
      const enough =
        lines >= THRESHOLDS.seenLines.value &&
        lines >= totalOf(share.lines) * THRESHOLDS.rewrittenShare.value;
      return enough && totalOf(same) >= totalOf(removed) * THRESHOLDS.rewrittenShare.value
        ? [{ entry, path: file.path, lines }]
        : [];
    });
  });

/** What moved is told in two places; what reads the same in one place was only written in another way. */
const sameAtOnePlace = ({ hunks }: FileDelta): ReadonlyMap<number, number> => {
  const same = new Map<number, number>();
  for (const { removed, added } of hunks)
    for (const [hash, count] of sameIn(countLines(removed), countLines(added)))
      addTo(same, hash, count);
  return same;
};

const sameIn = (
  one: ReadonlyMap<number, number>,
  other: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> =>
  new Map(
    [...one].flatMap(([hash, count]) => {
      const both = Math.min(count, other.get(hash) ?? 0);
      return both === 0 ? [] : [[hash, both] as const];
    }),
  );
