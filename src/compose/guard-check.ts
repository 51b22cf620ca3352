import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { discoverRepository, type RepositoryPlace } from '../adapters/git/discover.ts';
import { diskWorld } from '../adapters/guard/world.ts';
import { shellParser } from '../adapters/shell/unbash.ts';
import { groundOf, readGuardConfig, type GuardConfig } from '../domain/guard/guard-config.ts';
import type { Ground, World } from '../domain/guard/ground.ts';
import { judgeCommand } from '../domain/guard/interpreter.ts';
import { isIn } from '../domain/guard/paths.ts';
import type { Verdict } from '../domain/guard/verdict.ts';
import type { Failure } from '../domain/failure.ts';
import { ok, type Result } from '../domain/result.ts';

/** A verdict, and where the command was taken to run. */
export interface Checked {
  readonly verdict: Verdict;
  /** Whether a boundary holds the attempt: then what cannot be decided runs. */
  readonly boundary: boolean;
  /** The workspace that it was judged for. */
  readonly workspace: string;
  /** What was assumed; null: the folder is an attempt's workspace. */
  readonly note: string | null;
}

/**
 * Judges a command as if an agent ran it in `cwd` (absolute). Outside a workspace it is judged for one
 * that would lie beside the repository. Codes: those of discovery.
 */
export function checkCommand(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Result<Checked, Failure> {
  const place = discoverRepository(cwd);
  if (!place.ok) return place;
  const config = configOf(place.value, cwd);
  const own = config === null ? null : groundOf(config);
  const disk = diskWorld(env, place.value.commonDir);
  if (config !== null && own !== null) {
    const verdict = judgeCommand({
      command,
      cwd,
      ground: own,
      world: disk,
      parse: shellParser.parse,
    });
    const { boundary, workspace } = config;
    return ok({ verdict, boundary, workspace, note: null });
  }
  const ground = assumedGround(place.value);
  const { workspace } = ground;
  const real = disk.real(cwd);
  const { root } = place.value;
  const inside = isIn(real, root) ? join(workspace, relative(root, real)) : workspace;
  const world = asIfThere(disk, ground);
  const verdict = judgeCommand({ command, cwd: inside, ground, world, parse: shellParser.parse });
  const note = `${cwd} is no workspace of an attempt: judged as if it ran in ${workspace}, with ${place.value.root} as the main checkout`;
  return ok({ verdict, boundary: false, workspace, note });
}

/** The config of the attempt whose workspace `cwd` lies in. */
function configOf({ stateDir }: RepositoryPlace, cwd: string): GuardConfig | null {
  const attempts = join(stateDir, 'attempts');
  if (!existsSync(attempts)) return null;
  for (const name of readdirSync(attempts)) {
    const config = readOne(join(attempts, name, 'guard.json'));
    if (config !== null && isIn(cwd, config.workspace)) return config;
  }
  return null;
}

function readOne(file: string): GuardConfig | null {
  try {
    return readGuardConfig(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function assumedGround({ root, commonDir }: RepositoryPlace): Ground {
  const neighbours = join(dirname(root), `${basename(root)}.fanin`);
  return {
    workspace: join(neighbours, 'example'),
    main: root,
    gitDir: commonDir,
    neighbours,
    allowed: [],
    ownGit: false,
    branches: null,
    scope: null,
  };
}

/** The workspace that is assumed holds what the main checkout holds. */
function asIfThere(disk: World, { workspace, main, gitDir }: Ground): World {
  const inMain = (path: string): string =>
    isIn(path, workspace) ? main + path.slice(workspace.length) : path;
  return {
    ...disk,
    real: (path) => (isIn(path, workspace) ? realInside(path) : disk.real(path)),
    exists: (path) => disk.exists(inMain(path)),
    names: (folder) => disk.names(inMain(folder)),
    repository: (folder) =>
      isIn(folder, workspace) ? { root: workspace, gitDir } : disk.repository(folder),
  };

  /** Links of the main checkout that stay in it would stay in the workspace. */
  function realInside(path: string): string {
    const real = disk.real(inMain(path));
    return isIn(real, main) ? workspace + real.slice(main.length) : real;
  }
}
