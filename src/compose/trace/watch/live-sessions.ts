import { findFiles } from '../../../adapters/traces/find-files.ts';
import type { Failure } from '../../../domain/failure.ts';
import type { Result } from '../../../domain/result.ts';
import { ok } from '../../../domain/result.ts';
import { PATIENCE } from '../../../domain/trace/watch/standing.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { FoundFile, FoundSession } from '../../../ports/traces.ts';
import {
  findTraces,
  pathsOf,
  placesAtHome,
  sessionsAmong,
  type ReadableSession,
  type TraceWish,
} from '../find-traces.ts';

/** Where the sessions come from that may be written right now. */
export interface LiveSessions {
  /** Those that are there now. Codes: of `findTraces`. */
  list(): Promise<Result<readonly ReadableSession[], Failure>>;
  close(): void;
}

/**
 * The sessions in the agents' places. Files of sessions that nobody has written for long are not looked into again to see
 * whose they are, as long as their size and time stay; of the others a new file may be a part.
 */
export function sessionsAtHome(
  wish: Pick<TraceWish, 'cwd' | 'env'>,
  clock: Pick<Clock, 'now'>,
): LiveSessions {
  let known: readonly ReadableSession[] = [];
  let seen = new Map<string, FoundFile>();
  return {
    async list() {
      const { files } = await findFiles(pathsOf(placesAtHome(wish)));
      const now = new Map(files.map((file) => [file.path, file]));
      const isAsBefore = (path: string): boolean => isSameFile(seen.get(path), now.get(path));
      const old = clock.now() - PATIENCE.open;
      const settled = known.filter(
        ({ modifiedAt, files: own }) =>
          modifiedAt < old && own.every(({ path }) => isAsBefore(path)),
      );
      const settledFiles = pathsIn(settled);
      const ofOthers = pathsIn(known.filter((session) => !settled.includes(session)));
      const open = files.filter(
        ({ path }) => !settledFiles.has(path) && (ofOthers.has(path) || !isAsBefore(path)),
      );
      known = [...settled, ...(await sessionsAmong(open))];
      seen = now;
      return ok(known);
    },
    close: () => undefined,
  };
}

/** The sessions of a file or folder. */
export function sessionsAtPath(wish: TraceWish): LiveSessions {
  let close = (): void => undefined;
  return {
    async list() {
      close();
      const found = await findTraces(wish);
      if (!found.ok) return found;
      ({ close } = found.value);
      return ok(found.value.sessions);
    },
    close: () => close(),
  };
}

const pathsIn = (sessions: readonly Pick<FoundSession, 'files'>[]): ReadonlySet<string> =>
  new Set(sessions.flatMap(({ files }) => files.map(({ path }) => path)));

/** A database is written beside itself at first: its own size and time do not tell. */
const isSameFile = (a: FoundFile | undefined, b: FoundFile | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.bytes === b.bytes &&
  a.modifiedAt === b.modifiedAt &&
  !a.path.endsWith('.db');
