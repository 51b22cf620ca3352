import { realpath } from 'node:fs/promises';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { checkDatabase } from '../adapters/store/check-database.ts';
import { engineRuns } from '../adapters/store/engine-lock.ts';
import { openReader } from '../adapters/store/reader.ts';
import { listYard } from '../adapters/workspaces/list.ts';
import type { ListedWorkspace } from '../adapters/workspaces/list.ts';
import { yardPath } from '../adapters/workspaces/yard.ts';
import { attemptLabel } from '../domain/ids.ts';
import { knownAttempts } from './clean-known.ts';
import type { KnownWork } from './clean-known.ts';
import { takeEngineTurn } from './clean-turn.ts';
import type { RunningEngine } from './clean-turn.ts';
import { fine, note, problem } from './doctor-finding.ts';
import type { DoctorFinding } from './doctor-finding.ts';
import { workspacesRootOf } from './workspaces-root.ts';

/** The database, every page and every event of it. */
export function storeFinding(place: RepositoryPlace): DoctorFinding {
  const checked = checkDatabase(place.stateDir);
  if (!checked.ok) return problem('store', checked.error);
  if (checked.value === null) return fine('store', 'nothing has run here yet');
  const { events, bytes } = checked.value;
  return fine('store', `${events} events, ${(bytes / 1e6).toFixed(1)} MB, all of it readable`);
}

/** Whether an engine is at work. */
export function engineFinding(place: RepositoryPlace): DoctorFinding {
  if (!engineRuns(place.stateDir)) return fine('engine', 'none runs');
  const reader = openReader(place.stateDir);
  if (!reader.ok || reader.value === null) return fine('engine', 'one runs');
  const row = reader.value.engine();
  reader.value.close();
  return fine(
    'engine',
    row === null ? 'one runs' : `carries on run ${row.run ?? '?'} (process ${row.pid})`,
  );
}

/** What earlier runs have left: agents without an engine, folders that nobody knows, check copies. */
export async function leftoverFindings(place: RepositoryPlace): Promise<readonly DoctorFinding[]> {
  const known = knownAttempts(place);
  const turn = takeEngineTurn(place, { look: true });
  // A store that cannot be read is told by its own finding.
  if (!known.ok || !turn.ok) return [];
  const root = await workspacesRootOf(place);
  const yard = yardPath({ place, ...(root === null ? {} : { root }) });
  const listed = await listYard({ place, root: await realpath(yard).catch(() => yard) });
  if (!listed.ok) return [problem('leftovers', listed.error)];
  const { running } = turn.value;
  const found = [
    ...unattended(known.value, running),
    ...strayFolders(listed.value, known.value, running),
  ];
  const workspaces = listed.value.filter(({ kind }) => kind === 'attempt').length;
  return found.length > 0
    ? found
    : [fine('leftovers', `none; workspaces in use or kept: ${workspaces}`)];
}

/** Runs that are not over and have lost their engine. */
function unattended(known: KnownWork, running: RunningEngine | null): readonly DoctorFinding[] {
  return known.runs().flatMap(({ id, view }) => {
    if (view.phase === 'ended' || running?.carries(id) === true) return [];
    const live = known.attemptsOf(id).filter(({ phase }) => phase !== 'ended');
    const labels = live.map(({ task, n }) => attemptLabel(task, n)).join(', ');
    const text =
      live.length === 0
        ? `run ${id} has no engine`
        : `run ${id} has no engine, and ${labels} may be at work`;
    return [note('leftovers', text, `fanin run --resume ${id}`)];
  });
}

function strayFolders(
  listed: readonly ListedWorkspace[],
  known: KnownWork,
  running: RunningEngine | null,
): readonly DoctorFinding[] {
  const isBusy = (name: string): boolean => {
    const run = known.runOf(name);
    return run !== null && running?.carries(run) === true;
  };
  const idle = listed.filter(({ name }) => !isBusy(name));
  const orphans = idle.filter(
    ({ kind, name }) => kind === 'attempt' && known.attempt(name) === null,
  );
  const copies = idle.filter(({ kind, name }) => kind === 'check' && isOver(known, name));
  const aside = idle.filter(({ kind }) => kind === 'set-aside');
  const gone = idle.filter(({ exists }) => !exists);
  return [
    told('workspaces that no run knows', orphans, 'fanin clean removes what is held elsewhere'),
    told('check copies of runs that are over', copies, 'fanin clean removes them'),
    told('folders that a crash has left', aside, 'look into them, then delete them by hand'),
    told('workspaces whose folder is gone', gone, 'fanin clean takes them out of git’s books'),
  ].filter((each) => each !== null);
}

const isOver = (known: KnownWork, name: string): boolean => {
  const run = known.run(known.runOf(name) ?? '');
  return run === null || run.phase === 'ended';
};

const MOST_NAMES = 3;

function told(what: string, found: readonly ListedWorkspace[], hint: string): DoctorFinding | null {
  if (found.length === 0) return null;
  const more = found.length - MOST_NAMES;
  const names = found.slice(0, MOST_NAMES).map(({ name }) => name);
  return note(
    'leftovers',
    `${what}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    hint,
  );
}
