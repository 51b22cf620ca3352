import { cut, LIMITS } from '../limits.ts';
import type { TraceAgent } from '../agent.ts';
import type { ImportNotes, UnreadableFile } from '../trace.ts';

/** Counts what an import meets that it cannot use. */
export interface NoteBook {
  unknownRecord(kind: string): void;
  count(what: Counted, by?: number): void;
  missingAgent(id: string): void;
  unreadable(path: string, reason: string): void;
  /** The time of a line of a file that is written in order of time. */
  clock(file: string, at: number | null): void;
  /** What was counted; and which agents have no records or no parent. */
  notes(agents: readonly TraceAgent[]): ImportNotes;
}

type Counted =
  | 'unreadableLines'
  | 'tornLines'
  | 'longLines'
  | 'repeatedRecords'
  | 'clockSteps'
  | 'unpairedCalls'
  | 'droppedEvents';

/** More kinds than this are counted as one. */
const MOST_KINDS = 100;
const MOST_LISTED = 1_000;
/** A record may lie a little before the one in front of it: agents at work side by side write as they can. */
const STEP_MS = 2_000;
const OTHERS = '(others)';

/** A note book with nothing in it. */
export function makeNoteBook(): NoteBook {
  const kinds = new Map<string, number>();
  const counts: Record<Counted, number> = {
    unreadableLines: 0,
    tornLines: 0,
    longLines: 0,
    repeatedRecords: 0,
    clockSteps: 0,
    unpairedCalls: 0,
    droppedEvents: 0,
  };
  const missing = new Set<string>();
  const unreadable: UnreadableFile[] = [];
  const lastOf = new Map<string, number>();
  const listed = (agents: readonly TraceAgent[]) =>
    agents.slice(0, MOST_LISTED).map(({ id }) => id);
  return {
    unknownRecord(kind) {
      const short = cut(kind, 80);
      const name = kinds.has(short) || kinds.size < MOST_KINDS ? short : OTHERS;
      kinds.set(name, (kinds.get(name) ?? 0) + 1);
    },
    count(what, by = 1) {
      counts[what] += by;
    },
    missingAgent(id) {
      if (missing.size < MOST_LISTED) missing.add(id);
    },
    unreadable(path, reason) {
      if (unreadable.length < MOST_LISTED)
        unreadable.push({ path, reason: cut(reason, LIMITS.reason) });
    },
    clock(file, at) {
      if (at === null) return;
      if (at < (lastOf.get(file) ?? at) - STEP_MS) counts.clockSteps += 1;
      lastOf.set(file, at);
    },
    notes: (agents) => ({
      // A kind may have the name of what every object has.
      unknownRecords: Object.fromEntries([...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      ...counts,
      missingAgents: [
        ...new Set([...missing, ...listed(agents.filter(({ recorded }) => !recorded))]),
      ],
      orphanAgents: listed(agents.filter(({ kind, parent }) => kind === 'sub' && parent === null)),
      unreadableFiles: unreadable,
    }),
  };
}
