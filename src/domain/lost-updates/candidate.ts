import type { FileDelta } from './file-delta.ts';

/** What a merge holds beyond what git makes of its parents. */
export interface MergeRemainder {
  readonly files: readonly FileDelta[];
  /** Paths that git could not merge, so that somebody had to resolve them. */
  readonly conflicts: readonly string[];
  /** Of these: where what one side holds was taken as it is. */
  readonly oneSided: readonly string[];
}

/** A commit that the delivery brings. */
export interface OwnCommit {
  readonly commit: string;
  readonly title: string;
  /**
   * The landings that its parent lacks, where that is no commit of the delivery's own: what it was made
   * on, as far as history tells. Null: it was made on a commit of its own.
   */
  readonly startLacks: ReadonlySet<string> | null;
  /** What it changed; of a merge: nothing. */
  readonly files: readonly FileDelta[];
  /** Null: it is no merge. */
  readonly merge: MergeRemainder | null;
}

/** How a delivery came about, against the last landings on its target. */
export interface CandidateHistory {
  /** Landings that the author did not have when the work began. */
  readonly baseLacks: ReadonlySet<string>;
  /** Landings that the delivery does not build on, so that git merges the two side by side. */
  readonly tipLacks: ReadonlySet<string>;
  /** The oldest first. */
  readonly own: readonly OwnCommit[];
}
