import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from '../git/discover.ts';

/** What the workspaces of a repository are made from. */
export interface YardDeps {
  readonly place: RepositoryPlace;
  /** The folder that holds the workspaces; default `<repository>.fanin` beside the main checkout. */
  readonly root?: string;
  /** The number of the first check copy, from 1: those below are another engine's. Default 1. */
  readonly firstCopy?: number;
}

/** The folder of all workspaces of one repository, known to exist and to lie outside it. */
export interface Yard {
  readonly place: RepositoryPlace;
  /** Real path. */
  readonly root: string;
}

/**
 * Makes the folder if need be. Code `workspace-inside-checkout`: an agent in a work copy nested in
 * the main checkout climbs out of it with any command that looks upwards.
 */
export const openYard = (deps: YardDeps): Result<Yard, Failure> => {
  const { place } = deps;
  const wanted = yardPath(deps);
  const inside = (path: string): boolean =>
    liesIn(place.root, path) || liesIn(place.commonDir, path);
  if (inside(wanted)) return err(nested(wanted));
  try {
    if (!existsSync(wanted)) mkdirSync(wanted, { recursive: true });
    const root = realpathSync(wanted);
    return inside(root) ? err(nested(root)) : ok({ place, root });
  } catch (error) {
    return err(
      failure(
        'workspace-root-unusable',
        `The folder for workspaces, ${wanted}, cannot be made: ${String(error)}`,
        {
          hint: 'Set workspaces.root in fanin.config.yaml to a folder that fanin may write to.',
        },
      ),
    );
  }
};

/** Where the folder is or would be, without making it. */
export const yardPath = (deps: YardDeps): string => {
  const { root } = deps.place;
  return resolve(deps.root ?? join(dirname(root), `${basename(root)}.fanin`));
};

const nested = (path: string): Failure =>
  failure(
    'workspace-inside-checkout',
    `Workspaces must not lie inside the repository, and ${path} does.`,
    {
      hint: 'Set workspaces.root in fanin.config.yaml to a folder outside of it.',
    },
  );

/** True when `path` is `folder` or lies below it. Both absolute. */
export const liesIn = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Whether a path, absolute, leads to a place of just that name, over no link. */
export const isItself = (path: string): boolean => {
  try {
    return realpathSync(path) === path;
  } catch {
    return false;
  }
};

/** The folder of one workspace or check copy. Code `unsafe-name` when the name could lead elsewhere. */
export const folderOf = (yard: Yard, name: string): Result<string, Failure> =>
  /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(name)
    ? ok(join(yard.root, name))
    : err(failure('unsafe-name', `${name} cannot be the name of a workspace.`));

/** Why a work copy is locked: git's own books then say whose it is. */
export const lockReason = (name: string): string => `fanin ${name}`;

/** The name in a lock reason of fanin's; null for other people's locks. */
export const lockedFor = (reason: string | null): string | null =>
  reason?.startsWith('fanin ') === true ? reason.slice('fanin '.length) : null;
