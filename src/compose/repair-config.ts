import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { git } from '../adapters/git/git.ts';
import { readSettings } from '../adapters/git/settings.ts';
import { namesIn, readSmall } from '../adapters/git/small-file.ts';
import { liesIn, yardPath } from '../adapters/workspaces/yard.ts';
import type { Failure } from '../domain/failure.ts';
import { ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import type { Repair } from './repair-finding.ts';
import { workspacesRootOf } from './workspaces-root.ts';

/** What tools that make work copies are known to leave in the config that all of them share. */
export async function configRepairs(place: RepositoryPlace): Promise<readonly Repair[]> {
  const root = await workspacesRootOf(place);
  const scene: Scene = {
    place,
    yard: yardPath({ place, ...(root === null ? {} : { root }) }),
    values: await sharedValues(place),
  };
  return [...bare(scene), ...workTree(scene), ...hooksPath(scene), ...submodules(scene)];
}

interface Scene {
  readonly place: RepositoryPlace;
  readonly yard: string;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** The repository's own file alone. */
async function sharedValues({ commonDir }: RepositoryPlace): Promise<Scene['values']> {
  const settings = await readSettings(commonDir);
  const values = new Map<string, readonly string[]>();
  if (!settings.ok) return values;
  for (const { origin, key, value } of settings.value)
    if (origin === `file:${join(commonDir, 'config')}`)
      values.set(key, [...(values.get(key) ?? []), value]);
  return values;
}

const configFile = ({ place }: Scene): string => join(place.commonDir, 'config');

const unset = async (scene: Scene, key: string): Promise<Result<null, Failure>> => {
  const args = ['config', '--file', configFile(scene), '--unset-all', key];
  // 5: it is not there any more.
  const done = await git(scene.place.commonDir, args, { exits: [0, 5] });
  return done.ok ? ok(null) : done;
};

const last = (scene: Scene, key: string): string | null => scene.values.get(key)?.at(-1) ?? null;

/** A folder named `.git` in a checkout, with an index: whatever the config says, it is not bare. */
const isCheckout = ({ place }: Scene): boolean =>
  place.commonDir === join(place.root, '.git') && existsSync(join(place.commonDir, 'index'));

const bare = (scene: Scene): readonly Repair[] => {
  if (last(scene, 'core.bare') !== 'true' || !isCheckout(scene)) return [];
  const args = ['config', '--file', configFile(scene), '--replace-all', 'core.bare', 'false'];
  return [
    {
      name: 'core.bare',
      text: `core.bare is true in the shared config, and ${scene.place.root} is a checkout with an index: git refuses to work in it`,
      before: 'true',
      after: 'false',
      command: `git config --file '${configFile(scene)}' core.bare false`,
      apply: async () => {
        const done = await git(scene.place.commonDir, args);
        return done.ok ? ok(null) : done;
      },
    },
  ];
};

const workTree = (scene: Scene): readonly Repair[] => {
  const value = last(scene, 'core.worktree');
  if (value === null || basename(scene.place.commonDir) !== '.git') return [];
  const path = resolve(scene.place.commonDir, value);
  if (path === scene.place.root) return [];
  const gone = !existsSync(path);
  const isWorkCopy = liesIn(scene.yard, path);
  const proven = (gone || isWorkCopy) && isCheckout(scene);
  const what = gone ? 'a folder that is gone' : isWorkCopy ? 'a workspace' : 'another folder';
  return [
    {
      name: 'core.worktree',
      text: `core.worktree in the shared config leads to ${what}, ${path}: git in ${scene.place.root} works on that`,
      before: value,
      after: proven ? 'unset' : 'left as it is',
      command: `git config --file '${configFile(scene)}' --unset-all core.worktree`,
      apply: proven ? () => unset(scene, 'core.worktree') : null,
    },
  ];
};

const hooksPath = (scene: Scene): readonly Repair[] => {
  const values = scene.values.get('core.hookspath') ?? [];
  const value = values.at(-1) ?? null;
  if (value === null || !isAbsolute(value)) return [];
  const gone = !existsSync(value);
  const ofWorkspace = liesIn(scene.yard, value);
  if (!gone && !ofWorkspace) return [];
  const proven = gone && values.every((each) => liesIn(scene.yard, each));
  return [
    {
      name: 'core.hooksPath',
      text: gone
        ? `core.hooksPath in the shared config leads to a folder that is gone, ${value}: no hook runs anywhere`
        : `core.hooksPath in the shared config leads into a workspace, ${value}: its agent’s hooks run everywhere`,
      before: values.join(', '),
      after: proven ? 'unset' : 'left as it is',
      command: `git config --file '${configFile(scene)}' --unset-all core.hooksPath`,
      apply: proven ? () => unset(scene, 'core.hooksPath') : null,
    },
  ];
};

/** One git folder of a submodule serves all work copies; what it should say depends on where the submodule is. */
const submodules = (scene: Scene): readonly Repair[] => {
  const modules = join(scene.place.commonDir, 'modules');
  return namesIn(modules).flatMap((name) => {
    const file = join(modules, name, 'config');
    const value = /^\s*worktree\s*=\s*(.+)$/mu.exec(readSmall(file) ?? '')?.[1]?.trim();
    if (value === undefined) return [];
    const path = resolve(dirname(file), value);
    if (existsSync(path) && !liesIn(scene.yard, path)) return [];
    return [
      {
        name: `modules/${name}`,
        text: `the submodule ${name} is bound to ${existsSync(path) ? 'a workspace' : 'a folder that is gone'}, ${path}`,
        before: value,
        after: 'left as it is',
        command: `git -C '${scene.place.root}' submodule update --init`,
        apply: null,
      },
    ];
  });
};
