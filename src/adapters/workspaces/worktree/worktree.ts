import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { borrowCopy } from '../check-names.ts';
import { deleteCheckCopy, openCheckCopy } from './check-copy.ts';
import { indexTrust } from './index-trust.ts';
import { harvestWorktree } from './harvest.ts';
import { listYard } from '../list.ts';
import { prepareWorktree } from './prepare.ts';
import { removeWorktree, wouldRemoveWorktree } from './remove.ts';
import { createTurn } from '../turn.ts';
import { openYard } from '../yard.ts';
import type { YardDeps, Yard } from '../yard.ts';
import { removeFreeCopies } from '../yard-workspaces.ts';
import type { YardWorkspaces } from '../yard-workspaces.ts';

/**
 * Workspaces as linked worktrees beside the main checkout. One object per engine: it lets one
 * creation or removal through at a time, and knows which check copies are in use.
 */
export const worktreeWorkspaces = (deps: YardDeps): YardWorkspaces => {
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
    removeCheckCopies: () =>
      inYard((yard) => removeFreeCopies(yard, 'worktree', inUse, deleteCheckCopy)),
  };
};
