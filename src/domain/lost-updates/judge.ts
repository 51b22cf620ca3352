import type { CandidateHistory } from './candidate.ts';
import { hunkOf } from './evidence-hunk.ts';
import type { FileDelta } from './file-delta.ts';
import type { Entry, Ledger } from './ledger.ts';
import { lineFindings } from './line-findings.ts';
import type { LostUpdate } from './lost-update.ts';
import { victimOf, whyText } from './words.ts';
import { mergeFindings } from './merge-findings.ts';
import { returnsIn } from './returns.ts';
import { rewritesIn } from './rewritten.ts';
import { looksStale } from './stale.ts';
import { culpritAt, standingTo } from './unseen.ts';
import type { Standing } from './unseen.ts';

/** A change that is to land, or has. */
export interface Candidate {
  /** What it makes of the target before it. */
  readonly files: readonly FileDelta[];
  readonly history: CandidateHistory;
  /** What its commits say; a revert that says so is none by accident. */
  readonly words: string;
  /** Whether it is known what the author started from; else that is guessed from the tree. */
  readonly baseKnown: boolean;
}

/** Everything by which a change takes back what others have landed; each path of each victim once, what blocks first. */
export const judgeCandidate = (ledger: Ledger, candidate: Candidate): readonly LostUpdate[] => {
  const { files, history } = candidate;
  const standings = new Map(ledger.entries.map((entry) => [entry, standingTo(entry, history)]));
  const open = ledger.entries.filter((entry) => standings.get(entry)?.kind !== 'beside');
  const judged: Judged = {
    candidate,
    ledger: { entries: open },
    standing: (entry) => standings.get(entry) ?? { kind: 'seen' },
    stale: candidate.baseKnown ? new Set() : looksStale(open, files, candidate.words),
  };
  return once([
    ...mergeFindings(ledger, judged.standing, history, files),
    ...lineFindings(judged.ledger, files, judged.standing, judged.stale),
    ...byReturns(judged),
    ...byRewrites(judged),
  ]);
};

interface Judged {
  readonly candidate: Candidate;
  readonly ledger: Pick<Ledger, 'entries'>;
  readonly standing: (entry: Entry) => Standing;
  /** Landings that the change looks as if it had been made before. */
  readonly stale: ReadonlySet<Entry>;
}

const byReturns = ({ candidate, ledger, standing, stale }: Judged): readonly LostUpdate[] =>
  returnsIn(ledger, candidate.files).flatMap(
    ({ entry, path, how, exact }): readonly LostUpdate[] => {
      const culprit = culpritAt(standing(entry), path);
      const blocks = culprit !== null || (exact && stale.has(entry));
      return blocks || exact
        ? [
            {
              check: 'older',
              victim: victimOf(entry),
              path,
              hunk: hunkOf(candidate.files, path),
              evidence: `${how}${whyText(culprit, stale.has(entry))}`,
              blocks,
            },
          ]
        : [];
    },
  );

const byRewrites = ({ candidate, ledger }: Judged): readonly LostUpdate[] =>
  rewritesIn(ledger, candidate.files).map(({ entry, path, lines }) => ({
    check: 'rewritten',
    victim: victimOf(entry),
    path,
    hunk: [],
    evidence: `${String(lines)} of its lines have other ends, blanks or another encoding, and say the same`,
    blocks: false,
  }));

/** What blocks first; of each path and victim what was found first. */
const once = (found: readonly LostUpdate[]): readonly LostUpdate[] => {
  const sorted = [
    ...found.filter(({ blocks }) => blocks),
    ...found.filter(({ blocks }) => !blocks),
  ];
  const known = new Set<string>();
  return sorted.filter(({ victim, path }) => {
    const key = `${victim?.commit ?? ''}\0${path}`;
    const fresh = !known.has(key);
    known.add(key);
    return fresh;
  });
};
