import type { Workspace } from '../../../domain/attempt/attempt.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { WorkspaceSpec } from '../../../ports/workspaces.ts';
import type { RepositoryPlace } from '../../git/discover.ts';
import { fetchFrom } from '../../git/fetch-from.ts';
import { broughtInRecord } from '../scene.ts';
import type { Yard } from '../yard.ts';
import { askInside, insideEnvironment } from './ask-inside.ts';
import type { CloneLimits, CloneSessions } from './deps.ts';
import { ownEntryFor } from './enclosure.ts';
import type { Doors } from './enclosure.ts';
import { mirrorIn } from './inside/request.ts';
import type { Lent, TakeRequest, Taken } from './inside/request.ts';
import { readTaken } from './read-taken.ts';
import type { Room } from '../room.ts';

/** One clone, and what it takes to get something out of it. */
export interface Getting {
  readonly yard: Yard;
  readonly doors: Doors;
  readonly lent: Lent;
  readonly room: Room;
  readonly workspace: Workspace;
  readonly spec: WorkspaceSpec;
  readonly limits: CloneLimits;
  readonly sessions: CloneSessions;
}

/** How the program inside is to look. */
export type Look = Pick<TakeRequest, 'held' | 'known' | 'trust' | 'keeps'> &
  Partial<Pick<TakeRequest, 'records'>>;

/** Has the program inside take in what lies in the clone. Codes: those of `askInside`. */
export const takeInside = async (getting: Getting, look: Look): Promise<Result<Taken, Failure>> => {
  const { doors, lent, room, workspace, spec, limits } = getting;
  const { attempt, run, task, n, base } = spec;
  const request: TakeRequest = {
    op: 'take',
    lent,
    attempt,
    run,
    task,
    n,
    base,
    clone: room.path,
    out: room.out,
    branch: workspace.branch,
    broughtIn: broughtInRecord(spec).files,
    records: null,
    ...look,
  };
  const said = await askInside(doors, room, request, limits.insideMs);
  return said.ok ? readTaken(said.value) : said;
};

/** From a ref of the mirror's to one of the place's. */
export interface Wanted {
  readonly from: string;
  readonly to: string;
}

/** Fetches from what was taken in; `upload-pack` runs inside. Codes: those of `fetchFrom` and the boundary. */
export const fetchOut = async (
  { doors, room, limits }: Getting,
  place: RepositoryPlace,
  refs: readonly Wanted[],
  looseBelow?: number,
): Promise<Result<null, Failure>> => {
  const entry = await ownEntryFor(doors, room);
  if (!entry.ok) return entry;
  const uploadPack = entry.value.wrap({
    argv: ['git', 'upload-pack', '--strict', mirrorIn(room.out)],
    cwd: '/',
    env: { ...insideEnvironment(room), ...ANYBODYS },
  });
  const { packBytes, insideMs } = limits;
  return fetchFrom(place, {
    uploadPack,
    refs,
    maxBytes: packBytes,
    timeoutMs: insideMs,
    ...(looseBelow === undefined ? {} : { looseBelow }),
  });
};

/** Whoever owns the mirror: it is fanin's, and there is no other inside. */
const ANYBODYS = {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
};

/** What could not be fetched, of several refs. */
export interface NotFetched {
  readonly ref: Wanted;
  readonly why: Failure;
}

/** All of them at once, or else as many as there can be, one by one. */
export const fetchEach = async (
  getting: Getting,
  place: RepositoryPlace,
  refs: readonly Wanted[],
): Promise<Result<readonly NotFetched[], Failure>> => {
  const all = await fetchOut(getting, place, refs);
  if (all.ok) return ok([]);
  const left: NotFetched[] = [];
  for (const ref of refs) {
    const one = await fetchOut(getting, place, [ref]);
    if (!one.ok) left.push({ ref, why: one.error });
  }
  // Not one of them: it is not for what they hold.
  return left.length === refs.length && !REFUSED.has(all.error.code) ? err(all.error) : ok(left);
};

const REFUSED = new Set(['fetch-refused', 'fetch-too-large', 'fetch-failed']);
