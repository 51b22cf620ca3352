import type { CandidateHistory, OwnCommit } from './candidate.ts';
import { hunkFor, hunkOf } from './evidence-hunk.ts';
import type { FileDelta, LandedChange } from './file-delta.ts';
import { judgeCandidate } from './judge.ts';
import type { Ledger } from './ledger.ts';
import { lossesIn } from './losses.ts';
import type { LostUpdate } from './lost-update.ts';
import { returnsIn } from './returns.ts';
import { rewritesIn } from './rewritten.ts';
import { givenUpBy } from './unseen.ts';
import { victimOf } from './words.ts';

/** Whether a change takes back anything at all, so that it is worth asking how it came about. */
export const takesBack = (ledger: Ledger, files: readonly FileDelta[]): boolean =>
  lossesIn(ledger, files).size > 0 ||
  returnsIn(ledger, files).length > 0 ||
  rewritesIn(ledger, files).length > 0;

/** A commit that was not made in a branch: its author had all that lies before it. */
export const ON_THE_LINE: CandidateHistory = {
  baseLacks: new Set(),
  tipLacks: new Set(),
  own: [],
};

/**
 * What a landing of old takes back, as its commits tell. `itself`: the landing's own merge, where that holds
 * something else than git makes of its parents.
 */
export const judgeLanding = (
  ledger: Ledger,
  landing: LandedChange,
  history: CandidateHistory,
  itself: OwnCommit | null,
): readonly LostUpdate[] => {
  const words = [landing.title, ...history.own.map(({ title }) => title)].join('\n');
  // What the branch had before it, it could take back in a commit of its own.
  const beside = ledger.entries.filter(({ commit }) => history.tipLacks.has(commit));
  const wrong = itself === null ? [] : wrongTree({ entries: beside }, itself);
  const known = new Set(wrong.map(keyOf));
  const judged = judgeCandidate(ledger, {
    files: landing.files,
    history,
    words,
    baseKnown: false,
  });
  return [...wrong, ...judged.filter((each) => !known.has(keyOf(each)))];
};

const keyOf = ({ victim, path }: LostUpdate): string => `${victim?.commit ?? ''}\0${path}`;

/** What landed is no merge of the two: with a victim it is certain that something went, without one a person reads of it. */
const wrongTree = (
  { entries }: Pick<Ledger, 'entries'>,
  { commit, merge }: OwnCommit,
): readonly LostUpdate[] => {
  if (merge === null) return [];
  const given = givenUpBy(merge, entries);
  const files = given.map(({ file }) => file);
  const doubtful = new Set(given.flatMap(({ file, certain }) => (certain ? [] : [file.path])));
  const found = [...lossesIn({ entries }, files)].flatMap(([entry, losses]) =>
    losses.map((loss): LostUpdate => ({
      check: 'tree',
      victim: victimOf(entry),
      path: loss.path,
      hunk: hunkFor(files, loss),
      evidence: `the tree of ${commit.slice(0, 7)} is no merge of its parents`,
      blocks: !doubtful.has(loss.path),
    })),
  );
  const told = new Set(found.map(({ path }) => path));
  const rest = files.filter(({ path, from }) => !told.has(path) && !told.has(from ?? path));
  return [
    ...found,
    ...rest.map((file): LostUpdate => ({
      check: 'tree',
      victim: null,
      path: file.path,
      hunk: hunkOf(files, file.path),
      evidence: `the tree of ${commit.slice(0, 7)} is no merge of its parents`,
      blocks: false,
    })),
  ];
};
