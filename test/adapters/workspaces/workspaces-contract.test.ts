import { workspacesContract } from '../../contract/workspaces.ts';
import type { WorkspacesHarness } from '../../contract/workspaces.ts';
import { memoryRepository } from '../../../src/adapters/simulated/repository.ts';
import { memoryWorkspaces } from '../../../src/adapters/simulated/workspaces.ts';
import { cloneWorkspaces } from '../../../src/adapters/workspaces/clone/clone.ts';
import type { Workspaces } from '../../../src/ports/workspaces.ts';
import { openBoundary } from '../../support/open-boundary.ts';
import { exists, filesBelow, makeYard } from './worktree/yard-rig.ts';
import type { YardRig } from './worktree/yard-rig.ts';
import { writeFiles } from '../../support/git-repo.ts';

const fake = async (): Promise<WorkspacesHarness> => {
  const repo = memoryRepository();
  const base = repo.commitFiles(null, { 'a.txt': 'one\n', 'b.txt': 'two\n' });
  const made = memoryWorkspaces(repo);
  return {
    workspaces: made.workspaces,
    base,
    edit: async (path, file, text) => made.edit(path, file, text),
    commit: async (path) => made.commit(path),
    files: async (path) => Object.fromEntries(made.files(path)),
    exists: async (path) => made.exists(path),
    commitFiles: async (commit) => Object.fromEntries(repo.files(commit)),
    readRef: async (ref) => repo.refs.get(ref) ?? null,
    readBranch: async ({ branch }) => repo.refs.get(`refs/heads/${branch}`) ?? null,
    folder: async (attempt) => `/fake/state/${attempt}`,
    remove: async () => undefined,
  };
};

const FILES = { 'a.txt': 'one\n', 'b.txt': 'two\n' };

const worktree = async (): Promise<WorkspacesHarness> => onDisk(await makeYard(FILES));

const clone = async (): Promise<WorkspacesHarness> => {
  const rig = await makeYard(FILES);
  return onDisk(rig, cloneWorkspaces({ place: rig.place, boundary: openBoundary, uids: null }));
};

const onDisk = (rig: YardRig, workspaces: Workspaces = rig.workspaces): WorkspacesHarness => {
  const { repo } = rig;
  return {
    workspaces,
    base: rig.base,
    edit: (path, file, text) => writeFiles(path, { [file]: text }),
    commit: async (path) => {
      await repo.gitIn(path, 'add', '-A');
      await repo.gitIn(path, 'commit', '-q', '-m', 'work');
      return repo.gitIn(path, 'rev-parse', 'HEAD');
    },
    files: (path) => filesBelow(path),
    exists: (path) => exists(path),
    commitFiles: rig.filesOf,
    readRef: rig.readRef,
    readBranch: ({ path, branch }) => repo.gitIn(path, 'rev-parse', `refs/heads/${branch}`),
    folder: async (attempt) => rig.folder(attempt),
    remove: () => repo.remove(),
  };
};

workspacesContract('in memory', fake);
workspacesContract('linked worktrees', worktree);
workspacesContract('private clones behind an open boundary', clone);
