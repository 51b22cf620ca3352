import { join } from 'node:path';
import { writeFiles } from '../../support/git-repo.ts';
import { memoryCheckpoints } from '../../../src/adapters/simulated/checkpoints.ts';
import { memoryRepository } from '../../../src/adapters/simulated/repository.ts';
import { memoryWorkspaces } from '../../../src/adapters/simulated/workspaces.ts';
import { checkpointsContract } from '../../contract/checkpoints.ts';
import type { CheckpointsHarness } from '../../contract/checkpoints.ts';
import { memoryBoundary } from '../../../src/adapters/simulated/boundary.ts';
import { cloneWorkspaces } from '../../../src/adapters/workspaces/clone/clone.ts';
import { lookIntoClone } from '../../../src/adapters/workspaces/clone/look.ts';
import type { Checkpoints } from '../../../src/ports/checkpoints.ts';
import type { Workspaces } from '../../../src/ports/workspaces.ts';
import { filesBelow, makeYard } from '../workspaces/worktree/yard-rig.ts';
import type { YardRig } from '../workspaces/worktree/yard-rig.ts';
import { heldIn, storeOver } from './store-rig.ts';

const fake = async (): Promise<CheckpointsHarness> => {
  const repo = memoryRepository();
  const base = repo.commitFiles(null, { 'a.txt': 'one\n', 'b.txt': 'two\n' });
  const made = memoryWorkspaces(repo);
  const held = memoryCheckpoints(repo, made, () => Date.now());
  let folders = 0;
  return {
    workspaces: made.workspaces,
    checkpoints: held.checkpoints,
    base,
    edit: async (path, file, text) => made.edit(path, file, text),
    commit: async (path) => made.commit(path),
    files: async (path) => Object.fromEntries(held.restored(path) ?? made.files(path)),
    held: async ({ commit }) => Object.fromEntries(repo.files(commit)),
    newFolder: () => `/fake/restored-${String((folders += 1))}`,
    folder: async (attempt) => `/fake/state/${attempt}`,
    remove: async () => undefined,
  };
};

const FILES = { 'a.txt': 'one\n', 'b.txt': 'two\n' };

const real = async (): Promise<CheckpointsHarness> => {
  const rig = await makeYard(FILES);
  return onDisk(rig, rig.workspaces, storeOver(rig));
};

const clones = async (): Promise<CheckpointsHarness> => {
  const rig = await makeYard(FILES);
  const deps = { place: rig.place, boundary: memoryBoundary().boundary, uids: null };
  return onDisk(rig, cloneWorkspaces(deps), storeOver(rig, lookIntoClone(deps)));
};

const onDisk = (
  rig: YardRig,
  workspaces: Workspaces,
  checkpoints: Checkpoints,
): CheckpointsHarness => {
  const { repo } = rig;
  let folders = 0;
  return {
    workspaces,
    checkpoints,
    base: rig.base,
    edit: (path, file, text) => writeFiles(path, { [file]: text }),
    commit: async (path) => {
      await repo.gitIn(path, 'add', '-A');
      await repo.gitIn(path, 'commit', '-q', '-m', 'work');
      return repo.gitIn(path, 'rev-parse', 'HEAD');
    },
    files: (path) => filesBelow(path),
    held: (checkpoint) => heldIn(rig, checkpoint.commit),
    newFolder: () => join(repo.base, `restored-${String((folders += 1))}`),
    folder: async (attempt) => rig.folder(attempt),
    remove: () => repo.remove(),
  };
};

checkpointsContract('in memory', fake);
checkpointsContract('store.git', real);
checkpointsContract('store.git, of private clones', clones);
