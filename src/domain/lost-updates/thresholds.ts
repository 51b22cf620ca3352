/** A figure with the reason for it. */
interface Threshold {
  readonly value: number;
  /** Where it comes from. */
  readonly origin: string;
}

/** From when on lines of another's that are gone are told. */
export const THRESHOLDS = {
  window: {
    value: 50,
    origin:
      'the landings before it that a change is held against; replays of public histories used as many',
  },
  seenLines: {
    value: 5,
    origin:
      'with half of them 4 to 5 % of commits in public histories take out so many of another’s lines',
  },
  seenShare: {
    value: 0.5,
    origin: 'at 0.8 it would be 2 to 3 %, and half a revert would pass unseen',
  },
  fileLines: {
    value: 8,
    origin:
      'tuned on this repository’s history: of the commits told of by one file alone, those of fewer lines were all harmless',
  },
  fileShare: {
    value: 0.9,
    origin:
      'of what a landing did to one file; at half of it more than one commit in ten would be told of',
  },
  unseenLines: {
    value: 1,
    origin: 'a clean three-way merge takes out no line that its author did not have',
  },
  droppedLines: {
    value: 5,
    origin: 'a conflict of fewer lines can often be resolved by taking one side alone',
  },
  droppedAlone: {
    value: 2,
    origin:
      'of a landing, with nothing in their place: tuned on this repository’s history, where one such line in a merge was made to fit by hand',
  },
  rewrittenShare: {
    value: 0.5,
    origin: 'of the victim’s lines in a file whose every line has other ends or another encoding',
  },
} as const satisfies Readonly<Record<string, Threshold>>;
