import { nameOfAgent, type AgentId, type TraceAgent } from '../agent.ts';
import type { Message, ModelRequest, TraceEvent } from '../event.ts';
import type { PlacedPath } from '../place.ts';
import { isProductWrite } from '../role.ts';
import type { Trace } from '../trace.ts';

type Kind = TraceEvent['kind'];

/** An event whose time is known. */
export type Timed<K extends Kind> = Extract<TraceEvent, { kind: K }> & { readonly at: number };

/** A session as detectors look at it. Events and agents without a time are left out: of them no order can be told. */
export interface SessionView {
  readonly trace: Trace;
  readonly root: AgentId;
  readonly agents: ReadonlyMap<AgentId, TraceAgent>;
  /** Sub-agents that ran, by their start. */
  readonly subs: readonly RanAgent[];
  readonly start: number;
  readonly end: number;
  /** The wall time that was allowed; null: unknown. */
  readonly budgetMs: number | null;
  /** What shares of time are of: the budget, else the run. */
  readonly spanMs: number;
  readonly events: <K extends Kind>(kind: K) => readonly Timed<K>[];
  readonly productWrites: readonly Timed<'write'>[];
  /** Results that reached an agent. */
  readonly results: readonly Result[];
  /** The root's last answer; null: it gave none, or went on after it and was broken off. */
  readonly final: Timed<'message'> | null;
  readonly requests: readonly ModelRequest[];
}

/** A sub-agent that was at work. */
export interface RanAgent extends TraceAgent {
  readonly from: number;
  readonly to: number;
}

/** What a sub-agent handed in, and who got it. */
export interface Result {
  readonly from: AgentId;
  readonly to: AgentId;
  readonly at: number;
  readonly message: Message;
}

/** Null: nothing can be told, as no time is known. */
export function viewOf(trace: Trace): SessionView | null {
  const root = trace.agents.find(({ kind }) => kind === 'root');
  const { startedAt: start, endedAt: end } = trace;
  const subs = trace.agents.flatMap(ranAgent);
  if (root === undefined || start === null || end === null) return null;
  const lists = listsOf(trace.events);
  const events = <K extends Kind>(kind: K): readonly Timed<K>[] => lists[kind];
  const messages = events('message');
  return {
    trace,
    root: root.id,
    agents: new Map(trace.agents.map((agent) => [agent.id, agent])),
    subs,
    start,
    end,
    budgetMs: trace.budget.wallMs,
    spanMs: trace.budget.wallMs ?? Math.max(1, end - start),
    events,
    productWrites: events('write').filter(isProductWrite),
    results: messages.flatMap(resultOf),
    final: finalOf(messages, events('tool'), root.id),
    requests: events('request'),
  };
}

function finalOf(
  messages: readonly Timed<'message'>[],
  calls: readonly Timed<'tool'>[],
  root: AgentId,
): Timed<'message'> | null {
  const last = messages.findLast(({ what, agent }) => what === 'final' && agent === root);
  const goesOn = calls.some(({ agent, at }) => agent === root && at > (last?.at ?? 0));
  return last === undefined || goesOn ? null : last;
}

function ranAgent(agent: TraceAgent): readonly RanAgent[] {
  const from = agent.live[0]?.from;
  const to = agent.live.at(-1)?.to;
  return agent.kind === 'root' || from === undefined || to === undefined
    ? []
    : [{ ...agent, from, to }];
}

/** The events of each kind whose time is known, once: detectors ask for them often. */
function listsOf(events: readonly TraceEvent[]): { readonly [K in Kind]: readonly Timed<K>[] } {
  const byKind = Map.groupBy(events, ({ kind }) => kind);
  const list = <K extends Kind>(kind: K): readonly Timed<K>[] =>
    (byKind.get(kind) ?? []).filter(
      (each): each is Timed<K> => each.kind === kind && each.at !== null,
    );
  return {
    tool: list('tool'),
    read: list('read'),
    write: list('write'),
    command: list('command'),
    test: list('test'),
    wait: list('wait'),
    message: list('message'),
    git: list('git'),
    request: list('request'),
    compaction: list('compaction'),
    error: list('error'),
    spawn: list('spawn'),
    stop: list('stop'),
  };
}

function resultOf(message: Timed<'message'>): readonly Result[] {
  const { what, from, to, at } = message;
  return what === 'result' && from.kind === 'agent' && to.kind === 'agent'
    ? [{ from: from.id, to: to.id, at, message }]
    : [];
}

/** Whether two agents were at work at the same time. */
export const overlap = (a: RanAgent, b: RanAgent): boolean =>
  a.live.some((x) => b.live.some((y) => x.from < y.to && y.from < x.to));

/** Whether any two of some agents were at work at the same time. An agent is never at work twice. */
export function areAnyBeside(agents: readonly RanAgent[]): boolean {
  let until = Number.NEGATIVE_INFINITY;
  const spans = agents
    .flatMap(({ live }) => live)
    .toSorted((a, b) => a.from - b.from || a.to - b.to);
  return spans.some(({ from, to }) => {
    const beside = from < until;
    until = Math.max(until, to);
    return beside;
  });
}

/** Whether an agent's work was broken off: it neither handed in nor failed by itself. */
export const isUnfinished = ({ end }: TraceAgent): boolean =>
  end.state === 'cancelled' ||
  end.state === 'killed' ||
  end.state === 'timed-out' ||
  end.state === 'running';

/** A file as a key: in its work copy. */
export const fileKey = ({ workspace, path }: PlacedPath): string =>
  `file:${workspace ?? ''}:${path}`;

/** Whether a path, from the root of its work copy, is one that the work must leave behind. */
export const isDeliverable = ({ trace }: SessionView, { path }: PlacedPath): boolean =>
  trace.deliverables?.includes(path) === true;

/** Paths that a text names. */
export const pathsIn = (text: string): readonly string[] => [
  ...new Set((text.match(PATHS) ?? []).map(bare)),
];

// Nothing begins within a word or a path: a long one is read once, not from each of its letters.
const PATHS =
  /(?:(?<![\w@.-]|[\w@.-]\/)[\w@.-]+|(?<![\w@.-]))(?:\/[\w@.-]+)+\.\w+|(?<![\w-])[\w-]+\.[a-z]\w{0,4}\b/gi;

const bare = (path: string): string => path.replace(/^(?:\.\.?\/)+/, '');

/** Whether a path is the one that a text named. */
export const isNamed = ({ path }: Pick<PlacedPath, 'path'>, named: string): boolean =>
  path === named || path.endsWith(`/${named}`);

/** What people call an agent of the session. */
export const callName = ({ agents }: Pick<SessionView, 'agents'>, id: AgentId): string =>
  nameOfAgent(agents.get(id)) ?? id;

export const minutes = (ms: number): string => `${Math.round(ms / 6000) / 10} min`;
