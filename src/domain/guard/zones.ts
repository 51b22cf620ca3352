import type { Ground } from './ground.ts';
import { isIn, parentOf } from './paths.ts';
import { MARK } from './value.ts';

/** Whose a path is. */
export type Zone =
  | 'workspace'
  | 'git-pointer'
  | 'own-git'
  | 'allowed'
  | 'main'
  | 'shared-git'
  | 'neighbour'
  /** A folder that has the main checkout, neighbours or the workspace in it. */
  | 'above'
  | 'temporary'
  | 'device'
  | 'outside'
  | 'unknown';

const TEMPORARY = ['/tmp', '/var/tmp', '/dev/shm'];
const DEVICES = ['/dev', '/proc/self/fd'];

/** The zone of a walked path (see `walked`). */
export function zoneOf(ground: Ground, path: string): Zone {
  const mark = path.indexOf(MARK.any);
  if (mark !== -1) return zoneOfBeginning(ground, path.slice(0, mark));
  return exactZone(ground, path);
}

/** A path of which only the beginning is known. */
function zoneOfBeginning(ground: Ground, beginning: string): Zone {
  if (beginning === '') return 'unknown';
  const folder = beginning.endsWith('/') ? trimmed(beginning) : parentOf(beginning);
  const zone = exactZone(ground, folder);
  if (zone !== 'above') return zone;
  const couldBe = forbidden(ground).some((each) => each.startsWith(beginning));
  return couldBe || folder === '/' ? 'unknown' : 'outside';
}

const trimmed = (path: string): string => (path.length > 1 ? path.slice(0, -1) : path);

function exactZone(ground: Ground, path: string): Zone {
  const { workspace, main, gitDir, neighbours } = ground;
  if (ground.allowed.some((each) => isIn(path, each))) return 'allowed';
  if (isIn(path, workspace)) return workspaceZone(ground, path);
  if (isIn(path, gitDir)) return 'shared-git';
  if (isIn(path, main)) return 'main';
  if (neighbours !== null && isIn(path, neighbours))
    return path === neighbours ? 'above' : 'neighbour';
  if (forbidden(ground).some((each) => isIn(each, path))) return 'above';
  if (DEVICES.some((each) => isIn(path, each)) && !isIn(path, '/dev/shm')) return 'device';
  if (TEMPORARY.some((each) => isIn(path, each))) return 'temporary';
  return 'outside';
}

function workspaceZone({ workspace, gitDir, ownGit }: Ground, path: string): Zone {
  const git = `${workspace}/.git`;
  if (!isIn(path, git)) return isIn(path, gitDir) && !ownGit ? 'shared-git' : 'workspace';
  return ownGit && path !== git ? 'own-git' : 'git-pointer';
}

/** What must not be written, and what therefore must not be removed from above. */
const forbidden = ({ workspace, main, gitDir, neighbours }: Ground): readonly string[] =>
  [workspace, main, gitDir, neighbours].filter((each) => each !== null);

/** Places that a pattern may mean. */
export const knownPlaces = (ground: Ground): readonly string[] => forbidden(ground);
