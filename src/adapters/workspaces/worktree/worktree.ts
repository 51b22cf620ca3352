import type { Workspace } from '../../../domain/attempt/attempt.ts';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { Removal, Workspaces, WorkspaceSpec } from '../../../ports/workspaces.ts';
import { borrowCopy } from '../check-names.ts';
import { deleteCheckCopy, openCheckCopy } from './check-copy.ts';
import { indexTrust } from './index-trust.ts';
import { harvestWorktree } from './harvest.ts';
import { listYard } from '../list.ts';
import type { ListedWorkspace } from '../list.ts';
import { prepareWorktree } from './prepare.ts';
import { removeWorktree, wouldRemoveWorktree } from './remove.ts';
import { createTurn } from '../turn.ts';
import { openYard } from '../yard.ts';
import type { YardDeps, Yard } from '../yard.ts';

/** The port, and what cleaning up needs beyond it. */
export interface WorktreeWorkspaces extends Workspaces {
  /** Everything fanin made for this repository, orphans included. */
  list(): Promise<Result<readonly ListedWorkspace[], Failure>>;
  /** What `remove` would come to now; removes nothing. */
  wouldRemove(workspace: Workspace, spec: WorkspaceSpec): Promise<Result<Removal, Failure>>;
  /** Deletes one check copy, whoever made it: nobody may be using it. */
  removeCheckCopy(name: string): Promise<Result<null, Failure>>;
  /** Deletes the check copies that nobody holds, of whatever run. */
  removeCheckCopies(): Promise<Result<null, Failure>>;
}

/**
 * Workspaces as linked worktrees beside the main checkout. One object per engine: it lets one
 * creation or removal through at a time, and knows which check copies are in use.
 */
export const worktreeWorkspaces = (deps: YardDeps): WorktreeWorkspaces => {
  const turn = createTurn();
  const first = deps.firstCopy ?? 1;
  const trust = indexTrust();
  const inUse = new Set<string>();
  const inYard = <T>(
    work: (yard: Yard) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> =>
    turn(async () => {
      const yard = openYard(deps);
      return yard.ok ? work(yard.value) : yard;
    });
  return {
    capabilities: { level: 'worktree', boundary: false },
    prepare: (spec) => inYard((yard) => prepareWorktree(yard, spec)),
    enter: async (_place, command) => ok(command),
    harvest: async (workspace, spec) => {
      // Reads alone, but for its own refs: a harvest never waits for somebody's checkout.
      const yard = openYard(deps);
      return yard.ok ? harvestWorktree(yard.value, workspace, spec) : yard;
    },
    remove: (workspace, spec) => inYard((yard) => removeWorktree(yard, workspace, spec)),
    wouldRemove: (workspace, spec) => inYard((yard) => wouldRemoveWorktree(yard, workspace, spec)),
    checkCopy: (run, commit) =>
      inYard((yard) =>
        borrowCopy({ inUse, first }, run, (name) => openCheckCopy(yard, trust, name, commit)),
      ),
    list: () => inYard(listYard),
    removeCheckCopy: (name) => inYard((yard) => deleteCheckCopy(yard, name)),
    removeCheckCopies: () => inYard((yard) => removeFree(yard, inUse)),
  };
};

const removeFree = async (
  yard: Yard,
  inUse: ReadonlySet<string>,
): Promise<Result<null, Failure>> => {
  const listed = await listYard(yard);
  if (!listed.ok) return listed;
  for (const { kind, level, name } of listed.value) {
    if (kind !== 'check' || level !== 'worktree' || inUse.has(name)) continue;
    const deleted = await deleteCheckCopy(yard, name);
    if (!deleted.ok) return deleted;
  }
  return ok(null);
};
