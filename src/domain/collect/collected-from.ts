/** Where a diff lay that fanin did not start. */
export interface CollectedFrom {
  /** Full name of its branch; null: its work copy was on none. */
  readonly branch: string | null;
  /** The work copy whose files were taken, absolute; null: a branch that nobody has checked out. */
  readonly worktree: string | null;
  /** What the branch pointed to, or the work copy had checked out. */
  readonly head: string;
  /** Files that were there as no commit holds them. */
  readonly uncommitted: number;
}

type Place = Pick<CollectedFrom, 'branch' | 'worktree'>;

/** What makes two of them one piece of work: the branch, wherever it is checked out; without one the work copy. */
export const sourceOf = ({ branch, worktree }: Place): string => branch ?? worktree ?? '';

/** Where it was taken from, for those who do not have the machine: a path tells them nothing but a name. */
export const originWords = ({ branch, worktree }: Place): string =>
  branch === null
    ? `collected from work copy ${(worktree ?? '').split(/[/\\]/u).findLast((part) => part !== '') ?? ''}`
    : `collected from branch ${placeText({ branch, worktree })}`;

/** As a person would type it for `fanin collect`. */
export const placeText = ({ branch, worktree }: Place): string =>
  branch === null ? (worktree ?? '') : branch.replace(/^refs\/(heads|remotes)\//u, '');
