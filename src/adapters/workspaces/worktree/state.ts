import type { Workspace } from '../../../domain/attempt/attempt.ts';
import { gitAll } from '../../git/git.ts';
import type { GitCommand } from '../../git/git.ts';
import { ANY_ANSWER, lookUp, lookedUp, readRef, resolveObjects } from '../../git/refs.ts';
import { statOf } from '../../git/small-file.ts';
import { claimedGitDir, worktreeGitDir } from '../../git/worktree-list.ts';
import type { WorkspaceState } from '../state.ts';
import type { Yard } from '../yard.ts';

/** Looks at a workspace, whatever has become of it. */
export const lookAt = async (yard: Yard, workspace: Workspace): Promise<WorkspaceState> =>
  (await lookAtBoth(yard, workspace, [])).state;

/** Looks at a workspace, and asks the repository for objects in the same breath. */
export const lookAtBoth = async (
  yard: Yard,
  workspace: Workspace,
  names: readonly string[],
): Promise<{ readonly state: WorkspaceState; readonly objects: readonly (string | null)[] }> => {
  const { path } = workspace;
  const gitDir = worktreeGitDir(yard.place, path);
  const whole = gitDir === null ? null : await wholeRefs(yard, { gitDir, workspace, names });
  const refs = whole?.refs ?? (await refsOf(yard, workspace, gitDir));
  const state = {
    path,
    exists: statOf(path) !== null,
    gitDir,
    claimed: claimedGitDir(yard.place, path) !== null,
    head: refs.head ?? refs.branch ?? workspace.base,
    onBranch: refs.onBranch,
  };
  return { state, objects: whole?.objects ?? (await resolveObjects(yard.place, names)) };
};

interface Refs {
  readonly head: string | null;
  /** What the work branch points to. */
  readonly branch: string | null;
  readonly onBranch: string | null;
}

/** Where the workspace's own git folder is of no use, the shared one may still know the branch. */
const refsOf = async (yard: Yard, workspace: Workspace, gitDir: string | null): Promise<Refs> => {
  const ref = `refs/heads/${workspace.branch}`;
  const names = ['HEAD^{commit}', ref];
  const answers =
    gitDir === null ? null : await gitAll([lookUp(gitDir, names), onBranchOf(gitDir)]);
  if (answers?.ok !== true) {
    const branch = await readRef(yard.place, ref);
    return { head: null, branch, onBranch: null };
  }
  const [objects, symbolic] = answers.value;
  const [head = null, branch = null] = lookedUp(objects, names);
  const named = symbolic.exit === 0 ? symbolic.stdout.toString('utf8').trim() : null;
  return { head, branch, onBranch: named };
};

/** Of a workspace that is on a branch, and whose work branch is there, all at once; null for others. */
const wholeRefs = async (
  { place }: Yard,
  of: { readonly gitDir: string; readonly workspace: Workspace; readonly names: readonly string[] },
) => {
  const { gitDir, workspace, names } = of;
  const objects = ['HEAD^{commit}', `refs/heads/${workspace.branch}`];
  const asking: GitCommand = {
    cwd: gitDir,
    args: ['rev-parse', ...objects, '--symbolic-full-name', 'HEAD'],
    options: { readOnly: true, env: { GIT_DIR: gitDir } },
  };
  const others = names.length === 0 ? [] : [lookUp(place.commonDir, names)];
  const asked = await gitAll([asking, ...others]);
  if (!asked.ok) return null;
  const [told, found = null] = asked.value;
  const lines = told?.stdout.toString('utf8') ?? '';
  const [, head = null, branch = null, onBranch = null] = WHOLE.exec(lines) ?? [];
  if (head === null) return null;
  return { refs: { head, branch, onBranch }, objects: lookedUp(found, names) };
};

const WHOLE = /^([0-9a-f]{40,64})\n([0-9a-f]{40,64})\n(refs\/.+)\n$/;

const onBranchOf = (gitDir: string): GitCommand => ({
  cwd: gitDir,
  args: ['symbolic-ref', '--quiet', 'HEAD'],
  options: { readOnly: true, env: { GIT_DIR: gitDir }, exits: ANY_ANSWER },
});
