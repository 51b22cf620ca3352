import { join } from 'node:path';
import { workspacesContract } from '../../contract/workspaces.ts';
import type { WorkspacesHarness } from '../../contract/workspaces.ts';
import { memoryRepository } from '../../../src/adapters/simulated/repository.ts';
import { memoryWorkspaces } from '../../../src/adapters/simulated/workspaces.ts';
import { cloneWorkspaces } from '../../../src/adapters/workspaces/clone/clone.ts';
import type { Workspaces } from '../../../src/ports/workspaces.ts';
import { memoryBoundary } from '../../../src/adapters/simulated/boundary.ts';
import { describeWith } from '../../support/capabilities.ts';
import { realClones } from './clone/clone-rig.ts';
import { NOTHING_MORE } from '../../../src/ports/workspaces.ts';
import { run } from '../../../src/adapters/process/run.ts';
import { exists, filesBelow, makeYard, value } from './worktree/yard-rig.ts';
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
    // No HOME of its own goes with such a workspace.
    record: async () => undefined,
    recorded: async () => ({}),
    folder: async (attempt) => `/fake/state/${attempt}`,
    remove: async () => undefined,
  };
};

const FILES = { 'a.txt': 'one\n', 'b.txt': 'two\n' };

const worktree = async (): Promise<WorkspacesHarness> => onDisk(await makeYard(FILES));

const SESSIONS = {
  places: [{ under: 'home', path: '.agent/sessions' }],
  logIns: [],
} as const;

const clone = async (): Promise<WorkspacesHarness> => {
  const rig = await makeYard(FILES);
  return onDisk(
    rig,
    cloneWorkspaces({
      place: rig.place,
      boundary: memoryBoundary().boundary,
      uids: null,
      sessions: SESSIONS,
    }),
  );
};

/** Whoever works in there comes in as everybody does. */
const sandbox = async (): Promise<WorkspacesHarness> => {
  const rig = await makeYard(FILES);
  const workspaces = cloneWorkspaces({ place: rig.place, ...realClones(), sessions: SESSIONS });
  const sh = async (path: string, script: string, ...args: readonly string[]): Promise<string> => {
    const command = { argv: ['sh', '-ec', script, 'sh', ...args], cwd: path, env: {} };
    const entered = value(
      await workspaces.enter({ path, level: 'sandbox' }, command, NOTHING_MORE),
    );
    const { exit, stdout, stderr } = await run(entered);
    if (exit !== 0) throw new Error(stderr.toString());
    return stdout.toString().trim();
  };
  return {
    ...onDisk(rig, workspaces),
    edit: async (path, file, text) => {
      const script = text === null ? 'rm "$1"' : 'printf %s "$2" > "$1"';
      await sh(path, script, file, text ?? '');
    },
    record: async ({ path }, file, text) => {
      await sh(path, 'cd; mkdir -p "$(dirname "$1")"; printf %s "$2" > "$1"', file, text);
    },
    commit: (path) => sh(path, 'git add -A; git commit -q -m work; git rev-parse HEAD'),
    readBranch: ({ path, branch }) => sh(path, 'git rev-parse "$1"', `refs/heads/${branch}`),
  };
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
    record: ({ attempt }, file, text) =>
      writeFiles(
        workspaces.capabilities.boundary ? join(rig.root, '.rooms', attempt, 'home') : repo.home,
        { [file]: text },
      ),
    recorded: ({ folder }) => filesBelow(join(folder, 'sessions')).catch(() => ({})),
    folder: async (attempt) => rig.folder(attempt),
    remove: () => repo.remove(),
  };
};

workspacesContract('in memory', fake);
workspacesContract('linked worktrees', worktree);
workspacesContract('private clones behind an open boundary', clone);
describeWith(['bubblewrap'], 'with a boundary that holds', () => {
  workspacesContract('private clones behind bubblewrap', sandbox);
});
