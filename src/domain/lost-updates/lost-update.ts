/** Whose work it was: a landing, and the task that it landed. */
export interface Victim {
  readonly commit: string;
  readonly task: string | null;
  readonly title: string;
}

/**
 * What was found out how: `tree`: the tree that is to land is no merge of target and delivery; `merge`: a merge
 * in the branch holds what git would not have made of it; `lines`: lines of a landing are gone; `older`: a path is
 * what it was before; `rewritten`: every line has other ends or another encoding.
 */
export type LostCheck = 'tree' | 'merge' | 'lines' | 'older' | 'rewritten';

/** Work of another's that a change takes back. */
export interface LostUpdate {
  readonly check: LostCheck;
  /** Null: of whom it was is not known. */
  readonly victim: Victim | null;
  readonly path: string;
  /** What is gone and what stands in its place, shortened: lines with `-` or `+` before them. */
  readonly hunk: readonly string[];
  /** What speaks for it, in one sentence. */
  readonly evidence: string;
  /** Its author did not have the victim's work: it must not land by itself. */
  readonly blocks: boolean;
}
