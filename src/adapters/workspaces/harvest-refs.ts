import { harvestRef } from '../../domain/ids.ts';
import type { WorkspaceSpec } from '../../ports/workspaces.ts';

/** The refs that hold what a workspace held. None lies below another: git could not store both. */
export interface HarvestRefs {
  /** The tree as it lay there, on top of the agent's commits. */
  readonly harvest: string;
  /** Staged versions that were neither committed nor in the work copy. */
  readonly staged: string;
  /** Commits that the agent made and left behind. */
  readonly dropped: string;
}

/** Names them for one attempt. */
export const harvestRefs = (spec: WorkspaceSpec): HarvestRefs => {
  const { run, task, n } = spec;
  return {
    harvest: harvestRef(run, task, n),
    staged: `refs/fanin/${run}/staged/${task}/${String(n)}`,
    dropped: `refs/fanin/${run}/dropped/${task}/${String(n)}`,
  };
};
