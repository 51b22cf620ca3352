import { callEvents, type EventTools } from './call-events.ts';
import type { NewEvent } from './new-event.ts';
import type { NoteBook } from './notes.ts';
import type { CallResult, CallStart } from './tool-use.ts';

/** Joins calls and their results. */
export interface CallBook {
  start(start: CallStart): void;
  end(result: CallResult): void;
  /** Tells the calls that have no result. */
  close(): void;
}

/** Who is told of calls. */
export interface CallListener {
  readonly tell: (event: NewEvent) => void;
  /** Whether nothing that an agent does can change a measure any more. */
  readonly isSettled: (agent: string) => boolean;
}

/** A book that hands on the events of each call as soon as its result is there. */
export function makeCallBook(
  notes: NoteBook,
  tools: EventTools,
  { tell, isSettled }: CallListener,
): CallBook {
  const open = new Map<string, CallStart>();
  const done = new Set<string>();
  /** Ids are unique in a trace, but in some agents' records only among the calls of one of them. */
  const owners = new Map<string, string>();
  const uniqueId = ({ id, agent }: Pick<CallStart, 'id' | 'agent'>): string => {
    const owner = owners.get(id);
    if (owner === undefined) owners.set(id, agent);
    return owner === undefined || owner === agent ? id : `${agent}:${id}`;
  };
  return {
    start(start) {
      const id = uniqueId(start);
      if (open.has(id) || done.has(id)) notes.count('repeatedRecords');
      else open.set(id, { ...start, id });
    },
    end(result) {
      const id = uniqueId(result);
      const start = open.get(id);
      if (start === undefined) {
        notes.count(done.has(id) ? 'repeatedRecords' : 'unpairedCalls');
        return;
      }
      // The id of a result may be a part of a large text: that of its call is kept.
      open.delete(start.id);
      done.add(start.id);
      const told = { ...result, at: notBefore(result, start) };
      for (const event of callEvents(start, told, tools, isSettled(start.agent))) tell(event);
    },
    close() {
      for (const start of open.values()) {
        notes.count('unpairedCalls');
        for (const event of callEvents(start, null, tools, isSettled(start.agent))) tell(event);
      }
      open.clear();
    },
  };
}

/** A clock that goes back makes no call end before it began. */
const notBefore = ({ at }: CallResult, start: CallStart): number | null =>
  at === null || start.at === null ? at : Math.max(at, start.at);
