import { totalTokens } from '../receipt/token-usage.ts';
import type { AgentId, EndState, Role, Span, TraceAgent } from './agent.ts';
import type { TraceEvent } from './event.ts';
import type { Evidence } from './evidence.ts';
import type { Trace } from './trace.ts';

/** A session as it is drawn: agents as bars over the time of the run, writes and tests as marks on them. */
export interface TimeLine {
  /** Epoch ms of the run. */
  readonly from: number;
  readonly to: number;
  /** The root first, then sub-agents in the order of their start; `MOST_LANES` at most. */
  readonly lanes: readonly Lane[];
  /** Agents that are not drawn. */
  readonly left: number;
}

/** One agent. */
export interface Lane {
  readonly agent: AgentId;
  /** What it is called; null for the root. */
  readonly name: string | null;
  readonly role: Role;
  readonly live: readonly Span[];
  readonly end: EndState;
  readonly evidence: Evidence;
  readonly tokens: number;
  /** Every write and test, also those that share a mark. */
  readonly writes: number;
  readonly tests: number;
  readonly marks: readonly Mark[];
}

/** What happened at a moment, or at several that lie too close together to be drawn apart. */
export interface Mark {
  readonly at: number;
  readonly kind: 'write' | 'passed' | 'failed' | 'tested';
  readonly count: number;
  /** The first one: a path, or what was run. */
  readonly what: string;
  readonly evidence: Evidence;
}

/** A time line holds this many agents; a session can have thousands. */
export const MOST_LANES = 60;
/** Moments that are told apart. */
const STEPS = 400;

/** The time line of a session; null: no time is known. */
export function timeLineOf({ agents, events, startedAt, endedAt }: Trace): TimeLine | null {
  if (startedAt === null || endedAt === null) return null;
  const drawn = agents.slice(0, MOST_LANES);
  const byAgent = Map.groupBy(events, ({ agent }) => agent);
  const step = Math.max(1, (endedAt - startedAt) / STEPS);
  return {
    from: startedAt,
    to: endedAt,
    lanes: drawn.map((agent) => laneOf(agent, byAgent.get(agent.id) ?? [], startedAt, step)),
    left: agents.length - drawn.length,
  };
}

function laneOf(
  agent: TraceAgent,
  events: readonly TraceEvent[],
  from: number,
  step: number,
): Lane {
  const marks = new Map<string, Mark>();
  for (const event of events) {
    const mark = markOf(event);
    if (mark === null) continue;
    const key = `${mark.kind} ${Math.floor((mark.at - from) / step)}`;
    const before = marks.get(key);
    marks.set(key, before === undefined ? mark : { ...before, count: before.count + 1 });
  }
  const count = (kind: TraceEvent['kind']): number =>
    events.filter((event) => event.kind === kind).length;
  return {
    agent: agent.id,
    name: agent.kind === 'root' ? null : (agent.name ?? agent.type ?? agent.id),
    role: agent.role,
    live: agent.live,
    end: agent.end.state,
    evidence: agent.evidence,
    tokens: events.reduce(
      (sum, event) => sum + (event.kind === 'request' ? totalTokens(event.usage) : 0),
      0,
    ),
    writes: count('write'),
    tests: count('test'),
    marks: [...marks.values()],
  };
}

function markOf(event: TraceEvent): Mark | null {
  const { at, evidence } = event;
  if (at === null) return null;
  if (event.kind === 'write')
    return { at, kind: 'write', count: 1, what: event.path.path, evidence };
  if (event.kind !== 'test') return null;
  const kind = event.verdict === 'unknown' ? 'tested' : event.verdict;
  return { at: event.until ?? at, kind, count: 1, what: event.runner, evidence };
}
