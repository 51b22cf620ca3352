import { mkdir } from 'node:fs/promises';
import { cloneWorkspaces } from '../../../../src/adapters/workspaces/clone/clone.ts';
import type { YardWorkspaces } from '../../../../src/adapters/workspaces/yard-workspaces.ts';
import type { CloneDeps } from '../../../../src/adapters/workspaces/clone/deps.ts';
import type { Files } from '../../../support/git-repo.ts';
import { memoryBoundary } from '../../../../src/adapters/simulated/boundary.ts';
import { realBoundary } from '../../boundary/boundary-rig.ts';
import { makeYard, value } from '../worktree/yard-rig.ts';
import type { Prepared, YardRig } from '../worktree/yard-rig.ts';

/** A real repository with private clones beside it. */
export interface CloneRig extends Omit<YardRig, 'workspaces'> {
  readonly clones: YardWorkspaces;
  prepare(task?: string): Promise<Prepared>;
}

/** Behind the host's own boundary, and as somebody else where the test is root. */
export const realClones = (): Pick<CloneDeps, 'boundary' | 'uids'> => ({
  boundary: realBoundary(),
  uids: process.getuid?.() === 0 ? { first: 200_000, count: 1_000 } : null,
});

/** By default behind a boundary that keeps nobody in. */
export const makeCloneYard = async (
  files: Files = { 'a.txt': 'one\n' },
  more: Partial<CloneDeps> = {},
): Promise<CloneRig> => {
  const rig = await makeYard(files);
  return { ...rig, ...clonesIn(rig, more) };
};

/** The same beside a repository that is there already. */
export const clonesIn = (
  rig: YardRig,
  more: Partial<CloneDeps> = {},
): Pick<CloneRig, 'clones' | 'prepare'> => {
  const clones = cloneWorkspaces({
    place: rig.place,
    boundary: memoryBoundary().boundary,
    uids: null,
    ...more,
  });
  const prepare = async (task = 'core'): Promise<Prepared> => {
    const base = await rig.repo.git('rev-parse', 'HEAD');
    const spec = { ...rig.spec(task), base };
    await mkdir(spec.folder, { recursive: true });
    const workspace = value(await clones.prepare(spec));
    return {
      workspace,
      spec,
      path: workspace.path,
      git: (...args) => rig.repo.gitIn(workspace.path, ...args),
      harvest: async () => value(await clones.harvest(workspace, spec)),
      remove: async () => value(await clones.remove(workspace, spec)),
    };
  };
  return { clones, prepare };
};
