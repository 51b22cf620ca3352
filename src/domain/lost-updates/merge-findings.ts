import type { CandidateHistory, MergeRemainder } from './candidate.ts';
import { hunkFor, hunkOf } from './evidence-hunk.ts';
import type { FileDelta } from './file-delta.ts';
import { pathBefore } from './file-delta.ts';
import type { Entry, Ledger } from './ledger.ts';
import { lossesIn } from './losses.ts';
import type { LostUpdate } from './lost-update.ts';
import { givenUpBy } from './unseen.ts';
import type { Standing } from './unseen.ts';
import { victimOf } from './words.ts';

/**
 * Merges inside of a branch that hold what git would not have made of their parents. With a victim where
 * they take out what a landing brought; of what is left a person reads, without one.
 */
export const mergeFindings = (
  { entries }: Pick<Ledger, 'entries'>,
  standing: (entry: Entry) => Standing,
  { own }: CandidateHistory,
  landed: readonly FileDelta[],
): readonly LostUpdate[] =>
  own.flatMap(({ commit, merge }) =>
    merge === null ? [] : ofMerge({ entries, standing, landed }, commit, merge),
  );

interface Around {
  readonly entries: readonly Entry[];
  readonly standing: (entry: Entry) => Standing;
  readonly landed: readonly FileDelta[];
}

const ofMerge = (
  { entries, standing, landed }: Around,
  commit: string,
  merge: MergeRemainder,
): readonly LostUpdate[] => {
  const given = givenUpBy(merge, entries);
  const files = given.map(({ file }) => file);
  const doubtful = new Set(given.flatMap(({ file, certain }) => (certain ? [] : [file.path])));
  const reached = new Set(landed.flatMap((file) => [file.path, pathBefore(file)]));
  const told = new Set<string>();
  const found: LostUpdate[] = [];
  for (const [entry, losses] of lossesIn({ entries }, files)) {
    if (standing(entry).kind === 'beside') continue;
    for (const loss of losses.filter(({ path }) => reached.has(path))) {
      told.add(loss.path);
      found.push({
        check: 'merge',
        victim: victimOf(entry),
        path: loss.path,
        hunk: hunkFor(files, loss),
        evidence: `the merge ${commit.slice(0, 7)} drops what git’s own merge keeps`,
        blocks: standing(entry).kind === 'unseen' && !doubtful.has(loss.path),
      });
    }
  }
  const rest = files.filter((file) => !told.has(file.path) && !told.has(pathBefore(file)));
  return [
    ...found,
    ...rest.filter(({ path }) => reached.has(path)).map((file) => unowned(commit, file)),
  ];
};

const unowned = (commit: string, file: FileDelta): LostUpdate => ({
  check: 'merge',
  victim: null,
  path: file.path,
  hunk: hunkOf([file], file.path),
  evidence: `the merge ${commit.slice(0, 7)} holds something else there than git’s own merge`,
  blocks: false,
});
