import { addCosts, type Cost } from '../../cost/cost.ts';
import { dateOf } from '../iso-time.ts';
import type { TraceSource } from '../source.ts';
import type { SessionMeasures } from './session-measures.ts';

/** What the concurrency of many sessions did. Medians are over the sessions in which there was something to measure. */
export interface Summary {
  readonly sessions: number;
  readonly bySource: Readonly<Partial<Record<TraceSource, number>>>;
  /** Epoch ms of the first and last record of all. */
  readonly from: number | null;
  readonly to: number | null;
  /** Sessions in which sub-agents were started, and those in which these never overlapped. */
  readonly withSubAgents: number;
  readonly neverOverlapped: number;
  readonly subAgents: number;
  readonly refused: number;
  /** Medians over the sessions with sub-agents. */
  readonly medianFirstLaunch: number | null;
  readonly medianOverlapOfRun: number | null;
  readonly medianOverlapOfActive: number | null;
  readonly medianMeanOverRun: number | null;
  readonly peak: number;
  readonly tokens: number;
  readonly tokensBySubAgents: number;
  readonly cost: Cost;
  readonly repeatedBriefs: number;
  /** Sessions of which the agent states a total that our count differs from. */
  readonly differing: number;
  readonly unused: number;
}

/** The sessions together. */
export function summarise(sessions: readonly SessionMeasures[]): Summary {
  const delegating = sessions.filter(({ subAgents }) => subAgents.started > 0);
  const sum = (each: (session: SessionMeasures) => number): number =>
    sessions.reduce((total, session) => total + each(session), 0);
  const mid = (each: (session: SessionMeasures) => number | null): number | null =>
    median(delegating.flatMap((session) => each(session) ?? []));
  return {
    sessions: sessions.length,
    bySource: countSources(sessions),
    from: least(sessions.flatMap(({ startedAt }) => startedAt ?? [])),
    to: most(sessions.flatMap(({ endedAt }) => endedAt ?? [])),
    withSubAgents: delegating.length,
    neverOverlapped: delegating.filter(({ subAgents }) => subAgents.neverOverlapped === true)
      .length,
    subAgents: sum(({ subAgents }) => subAgents.started),
    refused: sum(({ subAgents }) => subAgents.refused),
    medianFirstLaunch: mid(({ subAgents }) => subAgents.firstLaunch),
    medianOverlapOfRun: mid(({ overlap }) => overlap.ofRun),
    medianOverlapOfActive: mid(({ overlap }) => overlap.ofActive),
    medianMeanOverRun: mid(({ overlap }) => overlap.meanOverRun),
    peak: most(sessions.map(({ overlap }) => overlap.peak)) ?? 0,
    tokens: sum(({ tokens }) => tokens.total),
    tokensBySubAgents: sum(({ tokens }) => tokens.bySubAgents),
    cost: addCosts(sessions.map(({ cost }) => cost)),
    repeatedBriefs: sum(({ subAgents }) => subAgents.repeatedBriefs),
    differing: sessions.filter(({ tokens }) => tokens.check?.equal === false).length,
    unused: sum(({ unused }) => unused),
  };
}

/** The agent with the most sessions first. */
function countSources(
  sessions: readonly SessionMeasures[],
): Readonly<Partial<Record<TraceSource, number>>> {
  const counts = new Map<TraceSource, number>();
  for (const { source } of sessions) counts.set(source, (counts.get(source) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)));
}

/** What sessions can be put together by. */
export type Grouping = 'agent' | 'project' | 'week';

/** The sessions of each group together, in the order of the groups' names. */
export function summariseBy(
  sessions: readonly SessionMeasures[],
  by: Grouping,
): readonly { readonly group: string; readonly summary: Summary }[] {
  const groups = Map.groupBy(sessions, (session) => groupOf(session, by));
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : a === b ? 0 : 1))
    .map(([group, all]) => ({ group, summary: summarise(all) }));
}

function groupOf({ source, project, startedAt }: SessionMeasures, by: Grouping): string {
  switch (by) {
    case 'agent':
      return source;
    case 'project':
      return project ?? '(unknown)';
    case 'week':
      return startedAt === null ? '(unknown)' : weekOf(startedAt);
  }
}

const DAY_MS = 86_400_000;

/** The Monday (UTC) of a time's week, as `2026-11-30`. */
export function weekOf(at: number): string {
  const day = Math.floor(at / DAY_MS);
  // The first of January 1970 was a Thursday.
  const monday = day - ((((day + 3) % 7) + 7) % 7);
  return dateOf(monday);
}

/** The middle value; of an even number of them the mean of the two in the middle. Null: there is none. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[sorted.length % 2 === 1 ? middle : middle - 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}

const least = (values: readonly number[]): number | null =>
  values.reduce<number | null>((best, each) => (best === null || each < best ? each : best), null);

const most = (values: readonly number[]): number | null =>
  values.reduce<number | null>((best, each) => (best === null || each > best ? each : best), null);
