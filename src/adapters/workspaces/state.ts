/** What can be said about a workspace without reading its files. */
export interface WorkspaceState {
  readonly path: string;
  readonly exists: boolean;
  /** Its git folder in the repository's books; null when it is in them no more. */
  readonly gitDir: string | null;
  /** True when its `.git` file leads to this repository. */
  readonly claimed: boolean;
  /** The commit it is at: HEAD's, or the work branch's where HEAD is lost, or the base. */
  readonly head: string;
  /** The branch HEAD is on, as a full ref; null when detached or lost. */
  readonly onBranch: string | null;
}
