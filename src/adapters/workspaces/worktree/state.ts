import { join } from 'node:path';
import type { Workspace } from '../../../domain/attempt/attempt.ts';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { git, gitAll, gitLine } from '../../git/git.ts';
import type { GitCommand } from '../../git/git.ts';
import { onObjects } from '../../git/object-access.ts';
import { ANY_ANSWER, lookUp, lookedUp, readRef, resolveObjects } from '../../git/refs.ts';
import { readSmall, statOf } from '../../git/small-file.ts';
import { claimedGitDir, worktreeGitDir } from '../../git/worktree-list.ts';
import type { RepositoryPlace } from '../../git/discover.ts';
import type { Yard } from './yard.ts';

/** What can be said about a workspace without reading its files. */
export interface WorkspaceState {
  readonly path: string;
  readonly exists: boolean;
  /** Its git folder in the repository's books; null when it is in them no more. */
  readonly gitDir: string | null;
  /** True when its `.git` file leads to this repository. */
  readonly claimed: boolean;
  /** The commit it is at: HEAD's, or the work branch's where HEAD is lost, or the base. */
  readonly head: string;
  /** The branch HEAD is on, as a full ref; null when detached or lost. */
  readonly onBranch: string | null;
}

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

/**
 * Commits that were once HEAD of the workspace and that no ref holds: amended, reset away, or set
 * aside by an unfinished rebase. Only the workspace's own log knows them, and it goes with the workspace.
 * Codes: those of git.
 */
export const droppedCommits = async (
  place: RepositoryPlace,
  gitDir: string,
  held: readonly string[],
): Promise<Result<readonly string[], Failure>> => {
  const once = onceHead(gitDir).filter((id) => !held.includes(id));
  if (once.length === 0) return ok([]);
  const input = `${once.join('\n')}\n`;
  const beyond = (refs: string): Promise<Result<string, Failure>> => {
    const args = ['rev-list', '--ignore-missing', '--stdin', '--not', ...held, refs];
    return gitLine(place.commonDir, args, onObjects(place, { readOnly: true, input }));
  };
  const beyondAll = await beyond('--all');
  // One broken ref of the user's, and git looks at none: then only fanin's own count.
  const loose = beyondAll.ok ? beyondAll : await beyond('--glob=refs/fanin/*');
  if (!loose.ok) return loose;
  const free = new Set(loose.value.split('\n'));
  const dropped = once.filter((id) => free.has(id));
  return ok(dropped.length === 0 ? [] : await tips(place, dropped));
};

const onceHead = (gitDir: string): readonly string[] => {
  const log = readSmall(join(gitDir, 'logs', 'HEAD')) ?? '';
  const autostash = readSmall(join(gitDir, 'rebase-merge', 'autostash')) ?? '';
  const named = [...log.matchAll(/^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) /gm)].flatMap(
    ([, from = '', to = '']) => [from, to],
  );
  return [...new Set([...named, autostash.trim()])].filter((id) => /[1-9a-f]/.test(id));
};

/** Those of the commits that are in none of the others. */
const tips = async (
  place: RepositoryPlace,
  commits: readonly string[],
): Promise<readonly string[]> => {
  const some = commits.slice(-MOST_TIPS);
  const output = await git(
    place.commonDir,
    ['merge-base', '--independent', ...some],
    onObjects(place, { readOnly: true }),
  );
  return output.ok ? output.value.stdout.toString('utf8').trim().split('\n') : some;
};

/** Bounded by what an argument list can hold. */
const MOST_TIPS = 1000;
