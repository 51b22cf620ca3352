import { join } from 'node:path';
import { discoverRepository } from '../../adapters/git/discover.ts';
import type { RepositoryPlace } from '../../adapters/git/discover.ts';
import { openQuarantine } from '../../adapters/git/matrix/quarantine.ts';
import { privateStore } from '../../adapters/git/private-store.ts';
import { resolveCommit } from '../../adapters/git/refs.ts';
import { listWorktrees } from '../../adapters/git/worktree-list.ts';
import { defaultBranch } from '../../adapters/setup/default-branch.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Gathered } from './compared.ts';
import { gatherNamed, gatherWorktrees } from './gather.ts';
import type { Scene } from './gather.ts';
import { runTips } from './run-tips.ts';

/** What all are compared with. */
export interface Target {
  readonly name: string;
  readonly commit: string;
}

/** What is to be compared. */
export interface CompareWish {
  /** Branches, commits or folders of worktrees; none: whatever somebody is at work on. */
  readonly names: readonly string[];
  /** As typed; null: the target of the run at work, the main checkout's branch, or the remote's. */
  readonly target: string | null;
  /** The command and flag that name another target. */
  readonly command: string;
}

/** Where objects lie for the time of a comparison. */
export interface CompareScene {
  readonly place: RepositoryPlace;
  /** Folders of objects that the repository does not have. */
  readonly alsoFrom: readonly string[];
}

/**
 * Gathers what is under way, named or whatever there is, and lets it be compared. Nothing is written into
 * the repository or into a work copy. Codes: `no-such-commit`, those of git, of the store and of `compare`.
 */
export const withCompared = async <T>(
  cwd: string,
  { names, target: wanted, command }: CompareWish,
  compare: (
    scene: CompareScene,
    gathered: Gathered & { readonly target: Target },
  ) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> => {
  const found = discoverRepository(cwd);
  if (!found.ok) return found;
  const place = found.value;
  const worktrees = await listWorktrees(place);
  if (!worktrees.ok) return worktrees;
  const quarantine = openQuarantine(place);
  try {
    const scene = { place, cwd, quarantine, worktrees: worktrees.value };
    const gathered = await gather(scene, names);
    if (!gathered.ok) return gathered;
    const target = await targetOf(scene, wanted ?? gathered.value.target, command);
    if (!target.ok) return target;
    const store = join(privateStore(place).commonDir, 'objects');
    const alsoFrom = [quarantine.objects, store];
    return await compare({ place, alsoFrom }, { ...gathered.value, target: target.value });
  } finally {
    quarantine.close();
  }
};

const gather = async (
  scene: Scene,
  names: readonly string[],
): Promise<Result<Gathered & { readonly target: string | null }, Failure>> => {
  if (names.length > 0) return ok({ ...(await gatherNamed(scene, names)), target: null });
  const own = await runTips(scene.place, scene.cwd);
  if (!own.ok) return own;
  const { tips, unread } = await gatherWorktrees(scene, own.value.workspaces);
  return ok({ tips: [...tips, ...own.value.tips], unread, target: own.value.target });
};

const targetOf = async (
  { place, worktrees }: Scene,
  wanted: string | null,
  command: string,
): Promise<Result<Target, Failure>> => {
  const name = wanted ?? worktrees[0]?.branch ?? remoteBranch(place) ?? 'HEAD';
  const commit = await resolveCommit(place, name);
  return commit === null
    ? err(
        failure('no-such-commit', `there is no branch or commit ${name} to compare with`, {
          hint: `name one: ${command} <branch>`,
        }),
      )
    : ok({ name: name.replace(/^refs\/(heads|remotes)\//u, ''), commit });
};

const remoteBranch = (place: RepositoryPlace): string | null => {
  const branch = defaultBranch(place);
  return branch === null ? null : `refs/remotes/origin/${branch}`;
};
