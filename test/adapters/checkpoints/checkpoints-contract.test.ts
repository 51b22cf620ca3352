import { join } from 'node:path';
import { writeFiles } from '../../support/git-repo.ts';
import { memoryCheckpoints } from '../../../src/adapters/simulated/checkpoints.ts';
import { memoryRepository } from '../../../src/adapters/simulated/repository.ts';
import { memoryWorkspaces } from '../../../src/adapters/simulated/workspaces.ts';
import { checkpointsContract } from '../../contract/checkpoints.ts';
import type { CheckpointsHarness } from '../../contract/checkpoints.ts';
import { filesBelow, makeYard } from '../workspaces/worktree/yard-rig.ts';
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

const real = async (): Promise<CheckpointsHarness> => {
  const rig = await makeYard({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
  const { repo } = rig;
  let folders = 0;
  return {
    workspaces: rig.workspaces,
    checkpoints: storeOver(rig),
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
