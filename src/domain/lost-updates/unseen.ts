import type { CandidateHistory, MergeRemainder, OwnCommit } from './candidate.ts';
import type { FileDelta } from './file-delta.ts';
import { pathBefore } from './file-delta.ts';
import type { Entry } from './ledger.ts';
import { addedLines, countLines, isTelling, lineHash, normalLine, removedLines } from './lines.ts';
import { lossesIn, lostLines } from './losses.ts';
import type { Loss } from './losses.ts';
import { returnsIn } from './returns.ts';
import { THRESHOLDS } from './thresholds.ts';

/** How the author of a delivery stands to a landing. */
export type Standing =
  /** The delivery does not build on it; git merges the two side by side. */
  | { readonly kind: 'beside' }
  /** The author had it, or resolved a conflict with it. */
  | { readonly kind: 'seen' }
  /** It is in the delivery's history, but came there past its author. `where`: commits that take of it. */
  | { readonly kind: 'unseen'; readonly where: readonly Culprit[] };

/** A commit of a delivery's own that takes back what its author did not have. */
export interface Culprit {
  readonly commit: OwnCommit;
  readonly files: readonly FileDelta[];
}

/** Whether an author had a landing before the work that takes back some of it. */
export const standingTo = (entry: Entry, history: CandidateHistory): Standing => {
  const { commit } = entry;
  if (history.tipLacks.has(commit)) return { kind: 'beside' };
  if (!history.baseLacks.has(commit)) return { kind: 'seen' };
  const where = history.own.flatMap((own): readonly Culprit[] => {
    const files = pastItsAuthor(entry, own);
    return files.length === 0 ? [] : [{ commit: own, files }];
  });
  return where.length === 0 ? { kind: 'seen' } : { kind: 'unseen', where };
};

/**
 * What a commit changes that its author can not have seen as a change: made on the landing's own line and
 * not on the author's work (a tree that was put on top of it), or in a merge, where git would have kept it.
 */
const pastItsAuthor = (entry: Entry, own: OwnCommit): readonly FileDelta[] => {
  if (own.merge !== null)
    return givenUpBy(own.merge, [entry]).flatMap(({ file, certain }) => (certain ? [file] : []));
  return own.startLacks !== null && !own.startLacks.has(entry.commit) ? own.files : [];
};

/** A path where a merge gives something up. */
export interface GivenUp {
  readonly file: FileDelta;
  /** False: somebody resolved a conflict there, and only went further than it. */
  readonly certain: boolean;
}

/**
 * Of what a merge holds beyond git's own: what gives something up. Not lines that were put in or made to fit
 * by hand, nor the resolution of a conflict, unless one side was dropped wholly.
 */
export const givenUpBy = (
  { files, conflicts, oneSided }: MergeRemainder,
  entries: readonly Entry[],
): readonly GivenUp[] => {
  // Over all files: what was moved by hand in the merge is not given up.
  const all = [...lossesIn({ entries }, files).values()].flat();
  return files.flatMap((file): readonly GivenUp[] => {
    const losses = all.filter(({ path }) => path === pathBefore(file) || path === file.path);
    const conflicted = conflicts.includes(file.path);
    if (conflicted && !oneSided.includes(file.path))
      return lostOutside(file, losses) >= THRESHOLDS.droppedLines.value
        ? [{ file, certain: false }]
        : [];
    const gone = conflicted ? dropsSide(file, losses) : givesUp(file, losses);
    return gone || returnsIn({ entries }, [file]).length > 0 ? [{ file, certain: true }] : [];
  });
};

/** Whether lines of a landing go with nothing in their place, or what stood before them comes back. */
const givesUp = (file: FileDelta, losses: readonly Loss[]): boolean => {
  if (losses.some(({ back }) => back.size > 0)) return true;
  if (droppedAlone(file, losses) >= THRESHOLDS.droppedAlone.value) return true;
  const lost = losses.reduce((sum, { gone }) => sum + gone.size, 0);
  const instead = countLines(addedLines(file)).size;
  const enough = instead === 0 ? THRESHOLDS.unseenLines.value : THRESHOLDS.droppedLines.value;
  return lost - instead >= enough;
};

/** Lines of a landing that go with nothing at all in their place, whatever is done elsewhere in the file. */
const droppedAlone = ({ hunks }: FileDelta, losses: readonly Loss[]): number => {
  const gone = new Set(losses.flatMap((loss) => [...loss.gone.keys()]));
  return hunks
    .filter(({ added }) => countLines(added).size === 0)
    .flatMap(({ removed }) => [...countLines(removed).keys()])
    .filter((hash) => gone.has(hash)).length;
};

/** Whether a side was given up: what stood outside the conflict with it, or many lines within. */
const dropsSide = (file: FileDelta, losses: readonly Loss[]): boolean =>
  losses.reduce((sum, loss) => sum + lostLines(loss), 0) >= THRESHOLDS.droppedLines.value ||
  lostOutside(file, losses) >= THRESHOLDS.unseenLines.value;

const lostOutside = (file: FileDelta, losses: readonly Loss[]): number => {
  const outside = outsideConflicts(file);
  return losses.flatMap(({ gone }) => [...gone.keys()]).filter((hash) => outside.has(hash)).length;
};

/** Lines taken out that stood in no conflict; git's marks are among the lines of a merge made again. */
const outsideConflicts = (file: FileDelta): ReadonlySet<number> => {
  const found = new Set<number>();
  let inside = false;
  for (const line of removedLines(file)) {
    if (line.startsWith('<<<<<<< ')) inside = true;
    else if (line.startsWith('>>>>>>> ')) inside = false;
    else if (!inside && isTelling(normalLine(line))) found.add(lineHash(normalLine(line)));
  }
  return found;
};

/** The first commit that takes back, past its author, something of what is lost; null: none does. */
export const culpritFor = (
  entry: Entry,
  standing: Standing,
  lost: Pick<Loss, 'path' | 'gone' | 'back'>,
): OwnCommit | null => {
  if (standing.kind !== 'unseen') return null;
  for (const { commit, files } of standing.where) {
    const taken = [...lossesIn({ entries: [entry] }, files).values()].flat();
    const shares = taken.some(
      ({ gone, back }) =>
        [...gone.keys()].some((hash) => lost.gone.has(hash)) ||
        [...back.keys()].some((hash) => lost.back.has(hash)),
    );
    if (shares) return commit;
  }
  return null;
};

/** The first commit that touches a path past its author; null: none does. */
export const culpritAt = (standing: Standing, path: string): OwnCommit | null => {
  if (standing.kind !== 'unseen') return null;
  const found = standing.where.find(({ files }) =>
    files.some((file) => file.path === path || pathBefore(file) === path),
  );
  return found?.commit ?? null;
};
