/** A commit to be compared, by the name that people know it by. */
export interface Tip {
  readonly name: string;
  readonly commit: string;
}

/** A tip that does not merge into the target, and the files in question. */
export interface TargetConflict {
  readonly name: string;
  readonly files: readonly string[];
}

/** Two tips that do not merge with each other once each is on the target. */
export interface PairConflict {
  readonly a: string;
  readonly b: string;
  readonly files: readonly string[];
}

/** Something that was not compared, and why. */
export interface NotCompared {
  readonly name: string;
  readonly why: string;
}

/** Who conflicts with the target, and who with whom. */
export interface Matrix {
  readonly against: readonly TargetConflict[];
  readonly pairs: readonly PairConflict[];
  readonly unread: readonly NotCompared[];
  /** Pairs that share a path and were merged; all others cannot conflict. */
  readonly merged: number;
  /** Pairs that share a path and were not merged, because there were too many. */
  readonly left: number;
}
