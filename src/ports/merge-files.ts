import type { Failure } from '../domain/failure.ts';
import type { Result } from '../domain/result.ts';

/** What two commits have changed since they parted. */
export interface MergeSides {
  /** Where they parted: a commit, or the tree that two of them give. */
  readonly base: string;
  readonly ours: SideChanges;
  readonly theirs: SideChanges;
}

/** Paths that one side has changed, however, and those among them that are new. */
export interface SideChanges {
  readonly changed: readonly string[];
  readonly added: readonly string[];
}

/** A merge with the conflict's markers in its files, the base among them (`diff3`); the sides are called by their commits. */
export interface MarkedMerge {
  readonly tree: string;
  readonly conflicted: readonly string[];
}

/** A change to a tree. `move`: the entry goes elsewhere as it is. */
export type TreeChange =
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  | { readonly kind: 'move'; readonly from: string; readonly to: string };

/** The files of a merge, and trees made from them. Objects alone: no ref, index or work copy is touched. */
export interface MergeFiles {
  /** Null where they have no commit in common, or none that can be told. Codes: those of git. */
  sides(ours: string, theirs: string): Promise<Result<MergeSides | null, Failure>>;
  /** Codes: `no-such-commit`, those of git. */
  marked(ours: string, theirs: string): Promise<Result<MarkedMerge, Failure>>;
  /** Texts in order; null: nothing is there, or no plain file, or none that is UTF-8. `tree`: a tree or commit. */
  read(tree: string, paths: readonly string[]): Promise<readonly (string | null)[]>;
  /** Every file of a tree or commit. */
  list(tree: string): Promise<readonly string[]>;
  /** The tree with these changes; a file that was there keeps its mode. Codes: those of git. */
  write(tree: string, changes: readonly TreeChange[]): Promise<Result<string, Failure>>;
}
