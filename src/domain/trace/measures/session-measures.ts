import { costOf, type Cost } from '../../cost/cost.ts';
import type { Price } from '../../cost/price.ts';
import { PRICE_TABLE } from '../../cost/price-table.ts';
import type { TokenUsage } from '../../receipt/token-usage.ts';
import { addUsage, NO_TOKENS, totalTokens } from '../../receipt/token-usage.ts';
import type { EndState, Role } from '../agent.ts';
import type { ErrorClass, ModelRequest } from '../event.ts';
import type { TraceSource } from '../source.ts';
import type { Trace } from '../trace.ts';
import { overlapOf, type Overlap } from './overlap.ts';
import { checkTotals, type TotalCheck } from './stated-totals.ts';

/** What the concurrency of one session did, in figures. */
export interface SessionMeasures {
  readonly id: string;
  readonly source: TraceSource;
  readonly session: string;
  readonly title: string | null;
  readonly project: string | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly overlap: Overlap;
  readonly subAgents: SubAgentMeasures;
  readonly tokens: TokenMeasures;
  readonly cost: Cost;
  readonly requests: number;
  readonly toolCalls: number;
  readonly errors: Readonly<Partial<Record<ErrorClass, number>>>;
  /** What of the records could not be used: how many lines, records and files. */
  readonly unused: number;
}

/** Sub-agents of a session. */
export interface SubAgentMeasures {
  readonly started: number;
  readonly refused: number;
  readonly byRole: Readonly<Record<Role, number>>;
  readonly byEnd: Readonly<Record<EndState, number>>;
  /** When the first one started, as a share of the run; null: none did, or no time is known. */
  readonly firstLaunch: number | null;
  /** Sub-agents whose brief another one had before. */
  readonly repeatedBriefs: number;
  /** `repeatedBriefs` as a share of those with a brief; null: none has one. */
  readonly repeatedBriefRate: number | null;
  /** Sub-agents were started, and at no moment were two at work. Null: the times of some are not known. */
  readonly neverOverlapped: boolean | null;
}

/** Tokens of a session. */
export interface TokenMeasures {
  readonly usage: TokenUsage;
  /** All kinds added up: cached reads count as what they are, tokens that were read. */
  readonly total: number;
  readonly bySubAgents: number;
  /** Against the totals that the agent's own program states; null: it states none. */
  readonly check: TotalCheck | null;
}

/** The measures of a session. */
export function measureSession(trace: Trace, overrides: readonly Price[] = []): SessionMeasures {
  const { id, source, session, title, cwd, startedAt, endedAt, events } = trace;
  const requests = events.filter((event) => event.kind === 'request');
  const overlap = overlapOf(trace);
  return {
    id,
    source,
    session,
    title,
    project: cwd,
    startedAt,
    endedAt,
    overlap,
    subAgents: subAgentMeasures(trace, overlap),
    tokens: tokenMeasures(trace, requests),
    cost: costOf(
      requests.map(({ model, usage, of }) => ({ model, tokens: usage, of })),
      PRICE_TABLE,
      overrides,
    ),
    requests: requests.length,
    toolCalls: events.filter(({ kind }) => kind === 'tool').length,
    errors: errorsOf(trace),
    unused: unusedOf(trace),
  };
}

function subAgentMeasures(
  { agents, events, startedAt }: Trace,
  { runMs, peak, untimed }: Overlap,
): SubAgentMeasures {
  const subs = agents.filter(({ kind }) => kind === 'sub');
  const byRole: Record<Role, number> = { writer: 0, verifier: 0, investigator: 0, unknown: 0 };
  const byEnd: Record<EndState, number> = {
    completed: 0,
    failed: 0,
    cancelled: 0,
    killed: 0,
    'timed-out': 0,
    running: 0,
  };
  for (const { role, end } of subs) {
    byRole[role] += 1;
    byEnd[end.state] += 1;
  }
  const starts = subs.flatMap((agent) => agent.startedAt ?? []);
  const first = starts.length === 0 ? null : Math.min(...starts);
  const briefs = subs.flatMap(({ brief }) => brief?.hash ?? []);
  const repeatedBriefs = briefs.length - new Set(briefs).size;
  return {
    started: subs.length,
    refused: events.filter((event) => event.kind === 'spawn' && event.outcome === 'refused').length,
    byRole,
    byEnd,
    firstLaunch:
      first === null || startedAt === null || runMs === null || runMs <= 0
        ? null
        : (first - startedAt) / runMs,
    repeatedBriefs,
    repeatedBriefRate: briefs.length === 0 ? null : repeatedBriefs / briefs.length,
    neverOverlapped: peak > 1 ? false : untimed > 0 ? null : subs.length > 0,
  };
}

function tokenMeasures(trace: Trace, requests: readonly ModelRequest[]): TokenMeasures {
  const subs = new Set(trace.agents.flatMap(({ id, kind }) => (kind === 'sub' ? id : [])));
  const sumOf = (wanted: (agent: string) => boolean): TokenUsage =>
    requests
      .filter(({ agent }) => wanted(agent))
      .reduce<TokenUsage>((sum, { usage }) => addUsage(sum, usage), NO_TOKENS);
  const usage = sumOf(() => true);
  return {
    usage: bare(usage),
    total: totalTokens(usage),
    bySubAgents: totalTokens(sumOf((agent) => subs.has(agent))),
    check: checkTotals(trace, sumOf),
  };
}

const bare = ({ input, cacheRead, cacheWrite, output, reasoning }: TokenUsage): TokenUsage => ({
  input,
  cacheRead,
  cacheWrite,
  output,
  ...(reasoning === undefined ? {} : { reasoning }),
});

function errorsOf({ events }: Trace): Readonly<Partial<Record<ErrorClass, number>>> {
  const counts: Partial<Record<ErrorClass, number>> = {};
  for (const event of events) {
    const error = event.kind === 'error' || event.kind === 'tool' ? event.error : null;
    if (error !== null) counts[error] = (counts[error] ?? 0) + 1;
  }
  return counts;
}

function unusedOf({ notes }: Trace): number {
  const unknown = Object.values(notes.unknownRecords).reduce((sum, count) => sum + count, 0);
  return (
    unknown +
    notes.unreadableLines +
    notes.tornLines +
    notes.longLines +
    notes.unreadableFiles.length
  );
}
