/** What came to a merge queue, and what was wrong with it. Times in ms from the start, shares from 0 to 1. */
export interface Workload {
  /** In order of arrival. */
  readonly changes: readonly Change[];
  /** Pairs that are red together though each is sound: places in `changes`. */
  readonly conflicts: readonly (readonly [number, number])[];
  readonly checks: Checks;
  /** Share of the changes that fails, as somebody would have said beforehand. */
  readonly fails: number;
}

/** One change on its way to the target. */
export interface Change {
  readonly id: string;
  readonly arrivesMs: number;
  /** What its check takes on an idle machine; that of a group takes as long as its longest. */
  readonly checkMs: number;
  /** Whether it passes on its own. */
  readonly sound: boolean;
  /** So many runs with it are red at first, though it is sound. */
  readonly redRuns: number;
  /** Of the runs with it: red though it is sound. */
  readonly flaky: number;
  /** How likely it is to fail by what is known beforehand; null: nothing is. */
  readonly risk: number | null;
}

/** How checks behave on this machine. */
export interface Checks {
  /** Of all runs on a sound tree: red all the same. */
  readonly flaky: number;
  /** A run that is cancelled holds its slot for so long. */
  readonly cancelMs: number;
  /** Of the machine (null: enough), and those that one run uses: runs that want more than there are slow each other down. */
  readonly cores: number | null;
  readonly coresEach: number;
}
