import type { AgentEnd, AgentId, Role, Span, TraceAgent } from '../agent.ts';
import { LIMITS } from '../limits.ts';
import type { Evidence } from '../evidence.ts';

/** What an importer learns of an agent, as it learns it; a later value takes the place of an earlier one. */
export type AgentFacts = Partial<
  Omit<TraceAgent, 'id' | 'live' | 'role' | 'model' | 'recorded' | 'evidence' | 'startedAt'>
> & { readonly evidence?: Evidence };

interface Draft {
  facts: AgentFacts;
  evidence: Evidence;
  recorded: boolean;
  first: number | null;
  last: number | null;
  lastEvidence: Evidence;
  readonly spans: { from: number; to: number | null }[];
  readonly models: Map<string, number>;
}

/** The agents of a session while it is read. */
export interface AgentBook {
  has(id: AgentId): boolean;
  /** Learns of an agent; the first evidence is kept. */
  learn(id: AgentId, facts: AgentFacts, evidence: Evidence): void;
  /** A record of the agent's own, and its time. */
  seen(id: AgentId, at: number | null, evidence: Evidence): void;
  /** A turn begins or ends. */
  turn(id: AgentId, at: number | null): void;
  turnEnd(id: AgentId, at: number | null): void;
  asked(id: AgentId, model: string | null): void;
  /** The work copies of their own that they work in. */
  places(): readonly (string | null)[];
  all(roleOf: (id: AgentId) => Role): readonly TraceAgent[];
}

/** No agents yet. */
export function makeAgentBook(): AgentBook {
  const drafts = new Map<AgentId, Draft>();
  const draftOf = (id: AgentId, evidence: Evidence): Draft | null => {
    const had = drafts.get(id);
    if (had !== undefined) return had;
    if (drafts.size >= LIMITS.agents) return null;
    const made: Draft = {
      facts: {},
      evidence,
      recorded: false,
      first: null,
      last: null,
      lastEvidence: evidence,
      spans: [],
      models: new Map(),
    };
    drafts.set(id, made);
    return made;
  };
  return {
    has: (id) => drafts.has(id),
    learn(id, facts, evidence) {
      const draft = draftOf(id, evidence);
      if (draft !== null) draft.facts = { ...draft.facts, ...facts };
    },
    seen(id, at, evidence) {
      const draft = draftOf(id, evidence);
      if (draft === null) return;
      draft.recorded = true;
      draft.lastEvidence = evidence;
      if (at === null) return;
      draft.first = draft.first === null ? at : Math.min(draft.first, at);
      draft.last = draft.last === null ? at : Math.max(draft.last, at);
    },
    turn(id, at) {
      const draft = drafts.get(id);
      const open = draft?.spans.at(-1);
      if (draft === undefined || at === null || (open !== undefined && open.to === null)) return;
      draft.spans.push({ from: at, to: null });
    },
    turnEnd(id, at) {
      const open = drafts.get(id)?.spans.at(-1);
      if (open !== undefined && at !== null && open.to === null) open.to = Math.max(open.from, at);
    },
    asked(id, model) {
      const models = drafts.get(id)?.models;
      if (models !== undefined && model !== null) models.set(model, (models.get(model) ?? 0) + 1);
    },
    places: () =>
      [...drafts.values()].map(({ facts: { place } }) => (place?.own === true ? place.path : null)),
    all: (roleOf) => {
      const agents = [...drafts].map(([id, draft]) => agentOf(id, draft, roleOf(id)));
      const at = ({ startedAt }: TraceAgent): number => startedAt ?? Number.POSITIVE_INFINITY;
      // A sort keeps the order of those that are equal: as they were met.
      return agents.toSorted((a, b) =>
        a.kind === b.kind ? compare(at(a), at(b)) : a.kind === 'root' ? -1 : 1,
      );
    },
  };
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

function agentOf(id: AgentId, draft: Draft, role: Role): TraceAgent {
  const { facts } = draft;
  const live = spansOf(draft);
  return {
    id,
    kind: facts.kind ?? 'sub',
    parent: facts.parent ?? null,
    name: facts.name ?? null,
    type: facts.type ?? null,
    model: mostAsked(draft.models),
    launch: facts.launch ?? 'unknown',
    spawnedBy: facts.spawnedBy ?? null,
    brief: facts.brief ?? null,
    inheritsContext: facts.inheritsContext ?? null,
    place: facts.place ?? { path: null, own: null, branch: null },
    scope: facts.scope ?? null,
    unit: facts.unit ?? null,
    retryOf: facts.retryOf ?? null,
    startedAt: live[0]?.from ?? draft.first,
    live,
    end: endOf(draft, live),
    role,
    recorded: draft.recorded,
    evidence: draft.evidence,
  };
}

function endOf({ facts, last, lastEvidence }: Draft, live: readonly Span[]): AgentEnd {
  const at = live.at(-1)?.to ?? last;
  if (facts.end !== undefined) return { ...facts.end, at: facts.end.at ?? at };
  return { state: 'running', by: 'unknown', at, reason: null, evidence: lastEvidence };
}

/** The turns; where no record tells of turns, from the first to the last one. In order, without overlaps. */
function spansOf({ spans, first, last }: Draft): readonly Span[] {
  if (spans.length === 0) return first === null || last === null ? [] : [{ from: first, to: last }];
  const end = last ?? spans.at(-1)?.from ?? 0;
  const closed = spans
    .map(({ from, to }) => ({ from, to: to ?? Math.max(from, end) }))
    .toSorted((a, b) => a.from - b.from);
  const merged: { from: number; to: number }[] = [];
  for (const span of closed) {
    const before = merged.at(-1);
    if (before !== undefined && span.from <= before.to) before.to = Math.max(before.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

const mostAsked = (models: ReadonlyMap<string, number>): string | null =>
  [...models].reduce<readonly [string, number] | null>(
    (best, each) => (best === null || each[1] > best[1] ? each : best),
    null,
  )?.[0] ?? null;
