import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import type { RepositoryPlace } from '../../../src/adapters/git/discover.ts';
import { foreignSetup } from '../../../src/adapters/setup/foreign-setup.ts';
import { portClaims } from '../../../src/adapters/setup/port-claims.ts';
import { repositorySetups } from '../../../src/adapters/setup/setups.ts';
import { readTrust, writeTrust } from '../../../src/adapters/setup/trust-book.ts';
import { worktreeWorkspaces } from '../../../src/adapters/workspaces/worktree/worktree.ts';
import type { YardWorkspaces } from '../../../src/adapters/workspaces/yard-workspaces.ts';
import type { Workspace } from '../../../src/domain/attempt/attempt.ts';
import { attemptId } from '../../../src/domain/ids.ts';
import { withTrust } from '../../../src/domain/setup/trust.ts';
import type { Setups } from '../../../src/ports/setups.ts';
import type { WorkspaceSpec } from '../../../src/ports/workspaces.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { Files, TempRepo } from '../../support/git-repo.ts';

/** A repository with one workspace, and its set-ups. */
export interface SetupRig {
  readonly repo: TempRepo;
  readonly place: RepositoryPlace;
  readonly workspaces: YardWorkspaces;
  readonly workspace: Workspace;
  readonly spec: WorkspaceSpec;
  readonly setups: Setups;
  /** Says yes to every script of the workspace's base. */
  trust(): Promise<void>;
}

/** `ignored`: files of the main checkout that are in no commit; give `.gitignore` in `files`. */
export const setupRig = async (
  files: Files,
  ignored: Files = {},
  wish: { readonly bring?: readonly string[]; readonly copyLimit?: number } = {},
): Promise<SetupRig> => {
  const repo = await makeRepo({ files });
  await repo.write(ignored);
  const found = discoverRepository(repo.path);
  if (!found.ok) throw new Error(found.error.message);
  const place = found.value;
  const base = await repo.git('rev-parse', 'HEAD');
  const attempt = attemptId('r1', 'core', 1);
  const folder = join(place.stateDir, 'attempts', attempt);
  await mkdir(folder, { recursive: true });
  const spec = { attempt, run: 'r1', task: 'core', n: 1, base, level: 'worktree' as const, folder };
  const workspaces = worktreeWorkspaces({ place });
  const made = await workspaces.prepare(spec);
  if (!made.ok) throw new Error(made.error.message);
  const setups = repositorySetups({
    place,
    bring: wish.bring ?? [],
    copyLimit: wish.copyLimit ?? 1e9,
    ports: portClaims(join(repo.base, 'ports')),
  });
  return {
    repo,
    place,
    workspaces,
    workspace: made.value,
    spec,
    setups,
    trust: async () => {
      const { scripts } = await foreignSetup(place, base);
      const by = { at: 1, by: 'me' };
      writeTrust(place.stateDir, withTrust(readTrust(place.stateDir), scripts, by));
    },
  };
};
