import type { AgentId } from '../agent.ts';
import type { Evidence } from '../evidence.ts';
import { placePath } from '../place.ts';
import { roleOf } from '../role.ts';
import type { TraceSource } from '../source.ts';
import {
  NO_BUDGET,
  TRACE_VERSION,
  type StatedTotal,
  type Trace,
  type TraceFile,
} from '../trace.ts';
import { makeAgentBook, type AgentBook, type AgentFacts } from './agents.ts';
import type { Tools } from './call-events.ts';
import { isWanted, makeCommandReader } from './command-reader.ts';
import { makeCallBook, type CallListener } from './calls.ts';
import { makeEventList, type EventList } from './event-list.ts';
import { isMeasured } from './light-events.ts';
import { newWorkCopies, type NewEvent } from './new-event.ts';
import { makeNoteBook, type NoteBook } from './notes.ts';
import { makeRequestBook, type NewRequest } from './requests.ts';
import type { CallResult, CallStart } from './tool-use.ts';

/** What is known of the session itself; a later value takes the place of an earlier one. */
export type SessionFacts = Partial<
  Pick<Trace, 'programVersion' | 'title' | 'cwd' | 'branch' | 'budget' | 'deliverables' | 'units'>
>;

/** Makes a trace of what an importer reads, in whatever order it comes. */
export interface TraceBuilder {
  readonly notes: NoteBook;
  readonly agents: Pick<AgentBook, 'has' | 'turn' | 'turnEnd'>;
  session(facts: SessionFacts): void;
  agent(id: AgentId, facts: AgentFacts, evidence: Evidence): void;
  /** A record of an agent's own. */
  seen(id: AgentId, at: number | null, evidence: Evidence): void;
  event(event: NewEvent): void;
  call(start: CallStart): void;
  result(result: CallResult): void;
  /** Whether what a command printed tells what a reading of this depth wants, though it went well. */
  wantsOutput(command: string, cwd: string | null): boolean;
  /** One request; one that comes again under its key counts once, with the larger output. */
  request(key: string, request: NewRequest): void;
  /** The last one that is told of an agent (or of the session) counts. */
  stated(total: StatedTotal): void;
  /** A work copy, beside the folders that the session and its agents work in. */
  workspace(root: string): void;
  file(file: TraceFile): void;
  finish(): Trace;
}

/** A builder for one session. */
export function makeTraceBuilder(source: TraceSource, session: string, tools: Tools): TraceBuilder {
  const notes = makeNoteBook();
  const agents = makeAgentBook();
  const events = makeEventList(notes);
  const roots = new Set<string>();
  const workspaces = (): readonly string[] =>
    distinct([facts.cwd ?? null, ...roots, ...agents.places()]);
  const { add, isSettled } = makeSieve(tools, events, { roots, workspaces });
  const read = makeCommandReader(tools.parse);
  const calls = makeCallBook(notes, { ...tools, read }, { tell: add, isSettled });
  const requests = makeRequestBook();
  const stated = new Map<string, StatedTotal>();
  const files: TraceFile[] = [];
  const run = makeRun();
  let facts: SessionFacts = {};
  return {
    notes,
    agents,
    session(more) {
      facts = { ...facts, ...more };
    },
    agent: (id, more, evidence) => agents.learn(id, more, evidence),
    seen(id, at, evidence) {
      run.happened(at);
      agents.seen(id, at, evidence);
    },
    event: add,
    call: (start) => calls.start(start),
    result: (result) => calls.end(result),
    wantsOutput: (command, cwd) => isWanted(tools.depth, () => read(command, cwd)),
    request(key, request) {
      if (requests.add(key, request)) agents.asked(request.agent, request.model);
    },
    stated: (total) => void stated.set(`${total.of} ${total.agent ?? ''}`, total),
    workspace: (root) => void roots.add(root),
    file: (file) => void files.push(file),
    finish() {
      calls.close();
      for (const request of requests.all()) events.keep(request);
      const known = workspaces();
      const sorted = events.sorted(known);
      const byAgent = Map.groupBy(sorted, ({ agent }) => agent);
      const all = agents.all((id) => roleOf(byAgent.get(id) ?? []));
      return {
        ...UNKNOWN,
        id: tools.hash(`${source}\0${session}`).slice(0, 8),
        source,
        session,
        ...facts,
        ...run.span(),
        workspaces: known,
        agents: all,
        events: sorted,
        stated: [...stated.values()],
        files,
        notes: notes.notes(all),
      };
    },
  };
}

/** The work copies of a session: those that records name, and all that are known. */
interface WorkCopies {
  readonly roots: Set<string>;
  readonly workspaces: () => readonly string[];
}

/** Lets all events pass; or, where only measures are wanted, those that these are made of. */
function makeSieve(
  { depth }: Tools,
  events: EventList,
  { roots, workspaces }: WorkCopies,
): Pick<CallListener, 'isSettled'> & { readonly add: (event: NewEvent) => void } {
  const writers = new Set<AgentId>();
  const light = depth === 'measures';
  return {
    add(event) {
      for (const root of newWorkCopies(event)) roots.add(root);
      if (light && !isMeasured(event)) return;
      events.add(event);
      if (light && isCertainWrite(event, workspaces())) writers.add(event.agent);
    },
    isSettled: (agent) => writers.has(agent),
  };
}

const distinct = (paths: readonly (string | null)[]): readonly string[] => [
  ...new Set(paths.filter((each) => each !== null)),
];

/**
 * Whether an event makes its agent a writer whatever else is read. A work copy that is met later can only be within one
 * that is known: then the rest of the path is shorter, and what was the product stays so.
 */
const isCertainWrite = (event: NewEvent, workspaces: readonly string[]): boolean =>
  event.kind === 'write' && placePath(event.path.path, null, workspaces)?.kind === 'product';

const UNKNOWN = {
  version: TRACE_VERSION,
  programVersion: null,
  title: null,
  cwd: null,
  branch: null,
  budget: NO_BUDGET,
  deliverables: null,
  units: null,
} as const;

/** From the first to the last time that is told. */
function makeRun() {
  let startedAt: number | null = null;
  let endedAt: number | null = null;
  return {
    happened(at: number | null): void {
      if (at === null) return;
      startedAt = startedAt === null ? at : Math.min(startedAt, at);
      endedAt = endedAt === null ? at : Math.max(endedAt, at);
    },
    span: () => ({ startedAt, endedAt }),
  };
}
