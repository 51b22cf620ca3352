import { loadConfig } from '../adapters/config/load-config.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { gitLine } from '../adapters/git/git.ts';
import { listPaths } from '../adapters/git/list-paths.ts';
import { hindrances, preflight, tooOld } from '../adapters/git/preflight.ts';
import { yardPath } from '../adapters/workspaces/yard.ts';
import { failure } from '../domain/failure.ts';
import { fine, note, problem } from './doctor-finding.ts';
import type { DoctorFinding } from './doctor-finding.ts';
import { workspacesRootOf } from './workspaces-root.ts';

/** The git that fanin would use. */
export async function gitFinding(cwd: string): Promise<DoctorFinding> {
  const said = await gitLine(cwd, ['version']);
  if (!said.ok) return problem('git', said.error);
  const old = tooOld(said.value);
  return old === null ? fine('git', said.value.replace(/^git version /u, '')) : problem('git', old);
}

/** Everything that keeps a run from starting here, or else what may surprise. */
export async function repositoryFindings(
  place: RepositoryPlace,
): Promise<readonly DoctorFinding[]> {
  const found = await hindrances(place);
  if (found.length > 0) return found.map((each) => problem('repository', each));
  const facts = await preflight(place);
  if (!facts.ok) return [problem('repository', facts.error)];
  const { branch, head, notes } = facts.value;
  const where = `${place.root} on ${branch ?? 'no branch'} at ${head.slice(0, 8)}`;
  return [fine('repository', where), ...notes.map(({ text }) => note('repository', text))];
}

/** The config, with everything that is wrong with it. */
export async function configFinding(place: RepositoryPlace): Promise<readonly DoctorFinding[]> {
  const loaded = await loadConfig(place.root);
  if (!loaded.ok) {
    return loaded.error.map((each) => {
      const { file, line, column } = each.where ?? { file: '' };
      const at = [file, line, column].filter((part) => part !== undefined && part !== '').join(':');
      return problem('config', at === '' ? each : { ...each, message: `${at} ${each.message}` });
    });
  }
  const { config, sources } = loaded.value;
  if (sources.file === null) {
    return [note('config', 'there is none, so nothing is checked', 'fanin init writes one')];
  }
  const { checks, setup } = config;
  const names = checks.map(({ name }) => name).join(', ');
  const after = setup === null ? '' : `, set-up ${setup.run}`;
  return checks.length === 0
    ? [
        note(
          'config',
          `${sources.file} has no checks${after}`,
          'without checks every delivery is unverified and waits for you',
        ),
      ]
    : [fine('config', `${sources.file}: checks ${names}${after}`)];
}

/** Longest paths that the system takes, in bytes. */
const PATH_MAX: Readonly<Record<string, number>> = { linux: 4096, darwin: 1024 };
/** A task's name is at most 40 long; the run and the number come to it. */
const LONGEST_WORKSPACE = 56;

/** Whether every file of the repository has a path that the system takes in a workspace, too. */
export async function pathFinding(place: RepositoryPlace): Promise<DoctorFinding> {
  const root = await workspacesRootOf(place);
  const yard = yardPath({ place, ...(root === null ? {} : { root }) });
  const tracked = await listPaths(place, 'HEAD');
  const longest = tracked.reduce((most, path) => Math.max(most, Buffer.byteLength(path)), 0);
  const bytes = Buffer.byteLength(yard) + 1 + LONGEST_WORKSPACE + 1 + longest;
  const most = PATH_MAX[process.platform] ?? 1024;
  if (bytes < most) return fine('paths', `at most ${bytes} bytes long in a workspace, of ${most}`);
  return problem(
    'paths',
    failure(
      'path-too-long',
      `in a workspace paths would be ${bytes} bytes long, and the system takes ${most}`,
      {
        hint: 'set workspaces.root in fanin.config.yaml to a folder with a short path',
      },
    ),
  );
}
