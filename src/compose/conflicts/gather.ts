import { existsSync, realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { RepositoryPlace } from '../../adapters/git/discover.ts';
import type { Quarantine } from '../../adapters/git/matrix/quarantine.ts';
import { worktreeTip } from '../../adapters/git/worktree-tip.ts';
import { resolveObjects } from '../../adapters/git/refs.ts';
import type { KnownWorktree } from '../../adapters/git/worktree-list.ts';
import { isCheckName } from '../../adapters/workspaces/check-names.ts';
import type { NotCompared } from '../../domain/conflicts/matrix.ts';
import type { Compared, Gathered } from './compared.ts';

/** Where to look for what is to be compared. */
export interface Scene {
  readonly place: RepositoryPlace;
  readonly cwd: string;
  /** Takes the objects of what is not committed. */
  readonly quarantine: Quarantine;
  /** The main checkout first. */
  readonly worktrees: readonly KnownWorktree[];
}

/** What was asked for by name: a folder is what lies in it, everything else is a commit. */
export const gatherNamed = async (scene: Scene, names: readonly string[]): Promise<Gathered> => {
  const ids = await resolveObjects(
    scene.place,
    names.map((name) => `${name}^{commit}`),
  );
  const tips: Compared[] = [];
  const unread: NotCompared[] = [];
  for (const [at, name] of names.entries()) {
    const commit = ids[at] ?? null;
    const folder = worktreeAt(scene, name);
    const found = folder === null ? { tips: [], unread: [] } : await look(scene, name, folder);
    if (folder !== null) {
      tips.push(...found.tips);
      unread.push(...found.unread);
    } else if (commit === null)
      unread.push({ name, why: 'there is no such branch, commit or worktree' });
    else tips.push({ name, commit, uncommitted: false });
  }
  return { tips, unread };
};

/** Every linked worktree that is not fanin's own, as it lies there. */
export const gatherWorktrees = async (
  scene: Scene,
  own: ReadonlySet<string>,
): Promise<Gathered> => {
  const tips: Compared[] = [];
  const unread: NotCompared[] = [];
  for (const worktree of scene.worktrees.slice(1)) {
    const { path, branch } = worktree;
    if (own.has(path) || isCheckName(basename(path))) continue;
    const name = branch?.replace(/^refs\/heads\//u, '') ?? basename(path);
    const found = await look(scene, name, worktree);
    tips.push(...found.tips);
    unread.push(...found.unread);
  }
  return { tips, unread };
};

const worktreeAt = ({ cwd, worktrees }: Scene, name: string): KnownWorktree | null => {
  const path = resolve(cwd, name);
  const real = existsSync(path) ? realpathSync(path) : path;
  return worktrees.find((each) => each.path === path || each.path === real) ?? null;
};

const look = async (scene: Scene, name: string, worktree: KnownWorktree): Promise<Gathered> => {
  const tip = await worktreeTip(scene.place, worktree, scene.quarantine);
  return tip.ok
    ? { tips: [{ name, ...tip.value }], unread: [] }
    : { tips: [], unread: [{ name, why: tip.error.message }] };
};
