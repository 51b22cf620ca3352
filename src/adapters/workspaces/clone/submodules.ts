import { appendFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { borrowedRef } from '../../../domain/ids.ts';
import type { WorkspaceSpec } from '../../../ports/workspaces.ts';
import { makeBorrowing } from '../../git/borrowing.ts';
import { configText } from '../../git/config-text.ts';
import type { RepositoryPlace } from '../../git/discover.ts';
import { gitAll, runGit } from '../../git/git.ts';
import { onObjects, onTree } from '../../git/object-access.ts';
import { fields, pathText } from '../../git/paths.ts';
import { ANY_ANSWER, readRef, resolveCommit, setRef } from '../../git/refs.ts';
import { statOf } from '../../git/small-file.ts';
import { readLender } from './lender.ts';
import { modulesOf } from './modules.ts';
import { plantRefs } from './seed.ts';

/** A clone that is being made, and nobody was in it yet. */
export interface Unfinished {
  readonly place: RepositoryPlace;
  readonly spec: WorkspaceSpec;
  readonly making: string;
  readonly gitDir: string;
}

/**
 * Fills the submodules that the user's repository has made, each from the git folder that it has there.
 * Whatever stands in the way leaves one empty, as `git clone` does with all of them.
 */
export const fillSubmodules = async (of: Unfinished): Promise<void> => {
  const { place, gitDir } = of;
  const made = new Map(
    modulesOf(place).map((each) => [relative(join(place.commonDir, 'modules'), each.gitDir), each]),
  );
  if (made.size === 0) return;
  for (const wanted of await submodulesIn(of)) {
    const module = made.get(wanted.name);
    if (module === undefined || !(await fillOne(of, wanted, module))) continue;
    const key = `submodule.${wanted.name}`;
    const entries = [[`${key}.active`, 'true'] as const, [`${key}.url`, wanted.url] as const];
    appendFileSync(join(gitDir, 'config'), configText(entries));
  }
};

interface Submodule {
  readonly name: string;
  readonly path: string;
  readonly url: string;
  readonly commit: string;
}

/** What the base's own `.gitmodules` says, where it is what git would take. */
const submodulesIn = async ({ place, spec }: Unfinished): Promise<readonly Submodule[]> => {
  const ask = (...args: readonly string[]) => ({
    cwd: place.commonDir,
    args,
    options: onObjects(place, { readOnly: true, exits: [...ANY_ANSWER, 129] }),
  });
  const asked = await gitAll([
    ask('config', '-z', '--list', `--blob=${spec.base}:.gitmodules`),
    ask('ls-tree', '-r', '-z', '--full-tree', spec.base),
  ]);
  if (!asked.ok) return [];
  const [modules, tree] = asked.value;
  const links = new Map(
    fields(tree.stdout).flatMap((line) => {
      const tab = line.indexOf(9);
      const [mode, , id = ''] = line.toString('latin1', 0, tab).split(' ');
      return mode === '160000' ? [[pathText(line.subarray(tab + 1)), id] as const] : [];
    }),
  );
  const settings = new Map(
    fields(modules.stdout).map((field) => {
      const [key = '', ...value] = field.toString('utf8').split('\n');
      return [key, value.join('\n')] as const;
    }),
  );
  return [...settings].flatMap(([key, path]) => {
    const name = /^submodule\.(.+)\.path$/s.exec(key)?.[1];
    const commit = links.get(path);
    if (name === undefined || commit === undefined || !isSafe(name) || !isSafe(path)) return [];
    return [{ name, path, commit, url: settings.get(`submodule.${name}.url`) ?? '' }];
  });
};

const isSafe = (name: string): boolean =>
  !/^[-/]|\p{Cc}/u.test(name) &&
  !name.split('/').some((part) => ['', '.', '..', '.git'].includes(part));

const fillOne = async (
  { place, spec, making, gitDir }: Unfinished,
  { name, path, commit }: Submodule,
  module: RepositoryPlace,
): Promise<boolean> => {
  const tree = join(making, path);
  if (statOf(tree)?.isDirectory() !== true) return false;
  if ((await resolveCommit(module, commit)) === null) return false;
  const lender = await readLender({ ...module, root: join(place.root, path) });
  if (!lender.ok) return false;
  const ref = borrowedRef(spec.run, spec.task, spec.n);
  if (!(await setRef(module, ref, commit, await readRef(module, ref))).ok) return false;
  const own = join(gitDir, 'modules', name);
  const { objects, format, notes, filters } = lender.value;
  const config = [...lender.value.config, ['core.worktree', relative(own, tree)] as const];
  makeBorrowing({
    gitDir: own,
    objects,
    format,
    notes,
    config: [...config, ...filters],
    head: commit,
  });
  // What it came with is held: anything beyond is the agent's.
  plantRefs(own, [], { ref: 'refs/remotes/origin/fanin-base', id: commit });
  writeFileSync(join(tree, '.git'), `gitdir: ${relative(tree, own)}\n`);
  const options = onTree(own, tree, { config: filters });
  return (await runGit({ cwd: tree, args: ['reset', '--hard', '--quiet'], options })).ok;
};
