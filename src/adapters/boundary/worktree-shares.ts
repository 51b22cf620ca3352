import type { Share } from '../../ports/boundary.ts';

/** A linked worktree and the repository it belongs to. All paths absolute, links resolved. */
export interface LinkedWorktree {
  /** The work copy. */
  readonly path: string;
  /** The repository's common .git folder. */
  readonly commonDir: string;
  /** Its name below `worktrees/` of the common folder. */
  readonly id: string;
  /** Below `refs/heads/`: the only branches that can be moved inside, as `fanin/<run>/attempts/<task>/<n>`. */
  readonly branches: string;
}

/** Folders and files that must be there before, with what they hold when they are new; null: a folder. */
export type NeededPath = readonly [path: string, content: '' | null];

/**
 * What of a repository git must be able to write for work in one linked worktree, and nothing more: new objects, its
 * own index and HEAD, its own branches. Everything else of .git is read-only, packs included (a lost index of a pack
 * is a lost repository), and the main checkout is not there. The work copy's `.git` file is read-only too: whoever
 * changes it decides where the next git goes. What fails inside: stash, branch -D, fetch into remotes, config. Pure.
 */
export function worktreeShares({
  path,
  commonDir,
  id,
  branches,
}: LinkedWorktree): readonly Share[] {
  const own = `${commonDir}/worktrees/${id}`;
  const same = (each: string, write: boolean): Share => ({ from: each, to: each, write });
  return [
    same(commonDir, false),
    same(`${commonDir}/objects`, true),
    ...['pack', 'info'].map((each) => same(`${commonDir}/objects/${each}`, false)),
    same(`${commonDir}/refs/heads/${branches}`, true),
    same(`${commonDir}/logs/refs/heads/${branches}`, true),
    same(own, true),
    ...['commondir', 'gitdir', 'config.worktree'].map((each) => same(`${own}/${each}`, false)),
    same(path, true),
    same(`${path}/.git`, false),
  ];
}

/** What the host must make before: one cannot share what is not there. Pure. */
export const neededForWorktree = ({
  commonDir,
  id,
  branches,
}: LinkedWorktree): readonly NeededPath[] => [
  [`${commonDir}/objects/info`, null],
  [`${commonDir}/objects/pack`, null],
  [`${commonDir}/refs/heads/${branches}`, null],
  [`${commonDir}/logs/refs/heads/${branches}`, null],
  // Empty and read-only: with extensions.worktreeConfig the host's own git would read what an agent writes there.
  [`${commonDir}/worktrees/${id}/config.worktree`, ''],
];
