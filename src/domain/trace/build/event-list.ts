import type { TraceEvent } from '../event.ts';
import { LIMITS } from '../limits.ts';
import { placePath, type PlacedPath } from '../place.ts';
import type { NewEvent } from './new-event.ts';
import type { NoteBook } from './notes.ts';

/** Events in whatever order they are told. Of one moment in one file, they are in the order of their records. */
export interface EventList {
  add(event: NewEvent): void;
  /** Adds one that is never left out. */
  keep(event: NewEvent): void;
  /** In order of time, with their paths in the work copies of the session. */
  sorted(workspaces: readonly string[]): readonly TraceEvent[];
}

/** A list that holds `LIMITS.events` at most; what is beyond is counted. */
export function makeEventList(notes: NoteBook): EventList {
  const events: Kept[] = [];
  /** Files by their first event: of one moment, events of one file stand together. */
  const placeOf = new Map<string, number>();
  /** The latest time that was told in a file: where an event without one stands. */
  const lastOf = new Map<string, number>();
  const keep = (event: NewEvent): void => {
    const { file } = event.evidence;
    const at = event.at ?? lastOf.get(file) ?? Number.NEGATIVE_INFINITY;
    if (event.at !== null) lastOf.set(file, event.at);
    const place = placeOf.get(file) ?? placeOf.size;
    placeOf.set(file, place);
    events.push({ event, at, place, line: event.evidence.line ?? 0 });
  };
  return {
    keep,
    add(event) {
      if (events.length < LIMITS.events) keep(event);
      else notes.count('droppedEvents');
    },
    sorted(workspaces) {
      return events
        .toSorted((a, b) =>
          a.at === b.at ? a.place - b.place || a.line - b.line : a.at < b.at ? -1 : 1,
        )
        .map(({ event }, order) => placedEvent({ ...event, order }, workspaces));
    },
  };
}

interface Kept {
  readonly event: NewEvent;
  readonly at: number;
  readonly place: number;
  readonly line: number;
}

function placedEvent(event: TraceEvent, roots: readonly string[]): TraceEvent {
  const place = ({ path }: PlacedPath): PlacedPath =>
    placePath(path, null, roots) ?? { workspace: null, path, kind: 'outside' };
  switch (event.kind) {
    case 'read':
    case 'write':
      return { ...event, path: place(event.path) };
    case 'command':
      return { ...event, writes: event.writes?.map(place) ?? null };
    case 'git':
      return {
        ...event,
        paths: Array.isArray(event.paths) ? event.paths.map(place) : event.paths,
        workspace: rootOf(event.workspace, roots),
      };
    case 'test':
      return { ...event, workspace: rootOf(event.workspace, roots) };
    default:
      return event;
  }
}

/** The work copy that a folder lies in; the folder itself where there is none. */
const rootOf = (folder: string | null, roots: readonly string[]): string | null =>
  folder === null ? null : (placePath(folder, null, roots)?.workspace ?? folder);
