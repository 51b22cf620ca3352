import { joined, lexical } from '../../guard/paths.ts';
import type { TraceEvent } from '../event.ts';
import type { PlacedPath } from '../place.ts';

type Without<E, K extends keyof TraceEvent> = E extends TraceEvent ? Omit<E, K> : never;

/** An event before the trace is put in order. Its paths are absolute and in no work copy yet (see `unplaced`). */
export type NewEvent = Without<TraceEvent, 'order'>;

/** A path until all work copies of the session are known; null: it is relative, and to what is not known. */
export function unplaced(written: string, cwd: string | null): PlacedPath | null {
  if (written === '' || written.includes('\0')) return null;
  if (!written.startsWith('/') && cwd === null) return null;
  return { workspace: null, path: lexical(joined(cwd ?? '/', written)), kind: 'outside' };
}

/** Likewise of several; those that say nothing are left out. */
export const allUnplaced = (paths: readonly string[], cwd: string | null): readonly PlacedPath[] =>
  paths.flatMap((path) => unplaced(path, cwd) ?? []);

/** A work copy that a command makes: what is written in it is in the session's. */
export const newWorkCopies = (event: NewEvent): readonly string[] =>
  event.kind === 'git' &&
  event.op === 'worktree' &&
  !event.destroys &&
  (event.outcome === 'ok' || event.outcome === 'running') &&
  event.paths !== null &&
  event.paths !== 'whole'
    ? event.paths.map(({ path }) => path)
    : [];
