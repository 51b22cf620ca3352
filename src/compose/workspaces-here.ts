import type { LookInside } from '../adapters/checkpoints/take-inside.ts';
import { cloneWorkspaces } from '../adapters/workspaces/clone/clone.ts';
import type { YardWorkspaces } from '../adapters/workspaces/yard-workspaces.ts';
import { lookIntoClone } from '../adapters/workspaces/clone/look.ts';
import { worktreeWorkspaces } from '../adapters/workspaces/worktree/worktree.ts';
import type { YardDeps } from '../adapters/workspaces/yard.ts';
import { cloneDeps } from './clones.ts';

/** The workspaces of each level that this host has the means for. */
export interface WorkspacesHere {
  readonly worktree: YardWorkspaces;
  /** Null: there is no boundary for this system. Whether the one there is holds, its proof says. */
  readonly sandbox: YardWorkspaces | null;
  /** How checkpoints look into those behind the boundary. */
  readonly lookInside: LookInside | null;
}

/** Those of one yard. `diskLimit`: what an attempt may take on the disk, in bytes; null: nobody looks. */
export const workspacesHere = (yard: YardDeps, diskLimit: number | null = null): WorkspacesHere => {
  const deps = cloneDeps(yard.place, yard.root ?? null);
  const clones =
    deps === null
      ? null
      : { ...deps, ...yard, ...(diskLimit === null ? {} : { limits: { diskBytes: diskLimit } }) };
  return {
    worktree: worktreeWorkspaces(yard),
    sandbox: clones === null ? null : cloneWorkspaces(clones),
    lookInside: clones === null ? null : lookIntoClone(clones),
  };
};
