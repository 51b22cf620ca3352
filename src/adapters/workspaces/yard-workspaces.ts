import type { Workspace } from '../../domain/attempt/attempt.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Removal, Workspaces, WorkspaceSpec } from '../../ports/workspaces.ts';
import { listYard } from './list.ts';
import type { ListedWorkspace } from './list.ts';
import type { Yard } from './yard.ts';

/** The port, and what cleaning up and checkpoints need beyond it, at either level. */
export interface YardWorkspaces extends Workspaces {
  /** Everything fanin made for this repository, of whatever kind, orphans included. */
  list(): Promise<Result<readonly ListedWorkspace[], Failure>>;
  /** What `remove` would come to now; removes nothing. */
  wouldRemove(workspace: Workspace, spec: WorkspaceSpec): Promise<Result<Removal, Failure>>;
  /** Deletes one check copy, whoever made it: nobody may be using it. */
  removeCheckCopy(name: string): Promise<Result<null, Failure>>;
  /** Deletes the check copies that nobody holds, of whatever run. */
  removeCheckCopies(): Promise<Result<null, Failure>>;
}

/** Deletes the check copies of one level that are not in use, by that level's own means. */
export const removeFreeCopies = async (
  yard: Yard,
  level: ListedWorkspace['level'],
  inUse: ReadonlySet<string>,
  remove: (yard: Yard, name: string) => Promise<Result<null, Failure>>,
): Promise<Result<null, Failure>> => {
  const listed = await listYard(yard);
  if (!listed.ok) return listed;
  for (const { kind, level: of, name } of listed.value) {
    if (kind !== 'check' || of !== level || inUse.has(name)) continue;
    const deleted = await remove(yard, name);
    if (!deleted.ok) return deleted;
  }
  return ok(null);
};
