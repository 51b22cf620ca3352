import type { Landing } from '../domain/delivery/delivery.ts';
import type { Failure } from '../domain/failure.ts';
import type { FileChange } from '../domain/receipt/receipt.ts';
import type { Result } from '../domain/result.ts';

/** How two commits merge. `files` of a conflict carry zdiff3 hunks as text, shortened. */
export type Merge =
  | { readonly kind: 'clean'; readonly tree: string }
  | {
      readonly kind: 'conflict';
      readonly files: readonly { readonly path: string; readonly text: string }[];
    };

/** A task that lands, as a ref of its own. */
export interface LandedRef {
  readonly ref: string;
  readonly commit: string;
}

/** What to write when deliveries land. */
export interface LandingRequest {
  readonly targetRef: string;
  readonly from: string;
  readonly to: string;
  readonly tree: string;
  /** Created in the same transaction, all of them or none; none of them may exist. Empty: the target alone moves. */
  readonly landed: readonly LandedRef[];
  /** Deleted in the same transaction, where it still holds that commit; left out: none. */
  readonly drops?: { readonly ref: string; readonly at: string };
}

/** The user's repository, objects and refs alone: no work copy is touched. Hooks are off. */
export interface Repository {
  /**
   * For each revision, in order: the commit that a ref, a commit's id or `<commit>^<n>` (again and again) names; with
   * `^{tree}` behind it that commit's tree, with `:<path>` the object at that path. Null when there is none.
   */
  resolve(revisions: readonly string[]): Promise<readonly (string | null)[]>;
  /** Creates `ref` at `commit`; fine when it is there already with that value. */
  createRef(ref: string, commit: string): Promise<Result<null, Failure>>;
  /** Merges without a work copy; with `base` as if that were where the two parted. */
  merge(ours: string, theirs: string, base?: string): Promise<Result<Merge, Failure>>;
  /** Writes a commit object; the value is its id. Identity and dates as the user's git has them. */
  commit(
    tree: string,
    parents: readonly string[],
    message: string,
  ): Promise<Result<string, Failure>>;
  /** One transaction by compare-and-swap. `target-moved` when it has moved. */
  land(request: LandingRequest): Promise<Result<Landing, Failure>>;
  /** Files changed between two commits, with line counts. */
  changes(from: string, to: string): Promise<Result<readonly FileChange[], Failure>>;
}
