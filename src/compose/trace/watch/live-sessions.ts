import { findFiles } from '../../../adapters/traces/find-files.ts';
import type { Failure } from '../../../domain/failure.ts';
import type { Result } from '../../../domain/result.ts';
import { ok } from '../../../domain/result.ts';
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
 * The sessions in the agents' places. Files whose size and time are as they were are not looked into again to see whose they
 * are, but for those of sessions that have changed: a sub-agent's file may be a new one beside them.
 */
export function sessionsAtHome(wish: Pick<TraceWish, 'cwd' | 'env'>): LiveSessions {
  let known: readonly ReadableSession[] = [];
  let seen = new Map<string, FoundFile>();
  return {
    async list() {
      const { files } = await findFiles(pathsOf(placesAtHome(wish)));
      const now = new Map(files.map((file) => [file.path, file]));
      const isAsBefore = (path: string): boolean => isSameFile(seen.get(path), now.get(path));
      const settled = known.filter((session) =>
        session.files.every(({ path }) => isAsBefore(path)),
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
