import { hunkFor } from './evidence-hunk.ts';
import type { FileDelta } from './file-delta.ts';
import { pathBefore } from './file-delta.ts';
import type { Entry, Ledger } from './ledger.ts';
import { addedLines, countLines, totalOf } from './lines.ts';
import { landedIn, landedLines, lossesIn, lostLines } from './losses.ts';
import type { Loss } from './losses.ts';
import type { LostUpdate } from './lost-update.ts';
import { THRESHOLDS } from './thresholds.ts';
import { culpritFor } from './unseen.ts';
import type { Standing } from './unseen.ts';
import { victimOf, whyText } from './words.ts';

/** Landings whose lines are gone, or whose removals are back: all that went past the author, else no less than half. */
export const lineFindings = (
  ledger: Pick<Ledger, 'entries'>,
  files: readonly FileDelta[],
  standing: (entry: Entry) => Standing,
  stale: ReadonlySet<Entry>,
): readonly LostUpdate[] =>
  [...lossesIn(ledger, files)].flatMap(([entry, losses]) => {
    const total = losses.reduce((sum, loss) => sum + lostLines(loss), 0);
    const landed = landedLines(entry);
    const many =
      total >= THRESHOLDS.seenLines.value && total >= landed * THRESHOLDS.seenShare.value;
    return losses.flatMap((loss): readonly LostUpdate[] => {
      const culprit = culpritFor(entry, standing(entry), loss);
      const blocks =
        (culprit !== null && lostLines(loss) >= THRESHOLDS.unseenLines.value) || stale.has(entry);
      if (!blocks && !many && !isFileTakenBack(entry, files, loss)) return [];
      return [
        {
          check: 'lines',
          victim: victimOf(entry),
          path: loss.path,
          hunk: hunkFor(files, loss),
          evidence: lineText(loss, landedIn(entry, loss.path)) + whyText(culprit, stale.has(entry)),
          blocks,
        },
      ];
    });
  });

/** Nearly all that a landing did to a file that was there before, with little in its place: as good as the old file. */
const isFileTakenBack = (entry: Entry, files: readonly FileDelta[], loss: Loss): boolean => {
  const lines = lostLines(loss);
  const before = entry.steps.get(loss.path)?.before ?? null;
  return (
    before !== null &&
    lines >= THRESHOLDS.fileLines.value &&
    lines >= landedIn(entry, loss.path) * THRESHOLDS.fileShare.value &&
    insteadOf(loss, files) <= lines / 2
  );
};

/** Lines that stand there now and were not there before the landing. */
const insteadOf = ({ path, back }: Loss, files: readonly FileDelta[]): number =>
  files
    .filter((file) => file.path === path || pathBefore(file) === path)
    .reduce((sum, file) => sum + totalOf(countLines(addedLines(file))), 0) - totalOf(back);

const lineText = (loss: Loss, landed: number): string => {
  const [out, again] = [totalOf(loss.gone), totalOf(loss.back)];
  const of = `of the ${String(landed)} that it changed there`;
  if (again === 0) return `takes out ${String(out)} ${of}`;
  if (out === 0) return `puts back ${String(again)} ${of}`;
  return `takes out ${String(out)} and puts back ${String(again)} ${of}`;
};
