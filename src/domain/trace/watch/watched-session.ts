import type { AgentId, EndState, TraceAgent } from '../agent.ts';
import type { TraceFinding } from '../finding.ts';
import { findPatterns } from '../patterns/detect.ts';
import { findLivePatterns } from '../patterns/live-patterns.ts';
import type { PatternCode } from '../patterns/pattern.ts';
import type { Trace } from '../trace.ts';
import { areNear, compareFindings, type Compared } from './compare-findings.ts';
import { standingOf, type Standing } from './standing.ts';

/** What of a reading is kept until the next one. */
export interface Reading {
  readonly session: WatchedName;
  readonly standing: Standing;
  /** What agents are called, by id. */
  readonly names: ReadonlyMap<AgentId, string>;
  /** The findings if it goes on, and if this was its end. */
  readonly live: readonly TraceFinding[];
  readonly final: readonly TraceFinding[];
}

/** How a watched session is named. */
export interface WatchedName {
  readonly id: string;
  readonly source: Trace['source'];
  readonly title: string | null;
  readonly project: string | null;
  readonly subAgents: number;
}

/** What is known of a session that is watched. */
export interface WatchedSession {
  readonly state: 'running' | 'ended';
  /** What was told and not withdrawn. */
  readonly told: readonly TraceFinding[];
  readonly withdrawn: number;
}

/** What is told of a session. Times are epoch ms, of the moment at which it is told. */
export type WatchEvent =
  | { readonly kind: 'started'; readonly at: number; readonly session: WatchedName }
  | {
      readonly kind: 'finding';
      readonly at: number;
      readonly session: WatchedName;
      readonly finding: TraceFinding;
      /** What its agents are called, in their order. */
      readonly names: readonly string[];
    }
  | {
      readonly kind: 'withdrawn';
      readonly at: number;
      readonly session: WatchedName;
      readonly finding: TraceFinding;
      readonly names: readonly string[];
      /** The pattern that the same episode is told as now; null: what followed shows that it is none. */
      readonly instead: PatternCode | null;
    }
  | {
      readonly kind: 'ended';
      readonly at: number;
      readonly session: WatchedName;
      /** `running`: its records stopped without an end. */
      readonly state: EndState;
      readonly findings: number;
      readonly withdrawn: number;
    };

/** Looks at a session as its records are now. */
export const readingOf = (trace: Trace): Reading => ({
  session: {
    id: trace.id,
    source: trace.source,
    title: trace.title,
    project: trace.cwd,
    subAgents: trace.agents.filter(({ kind }) => kind === 'sub').length,
  },
  standing: standingOf(trace),
  names: new Map(trace.agents.map(({ id, name, kind }) => [id, nameOf(kind, name, id)])),
  live: findLivePatterns(trace),
  final: findPatterns(trace),
});

const nameOf = (kind: TraceAgent['kind'], name: string | null, id: AgentId): string =>
  kind === 'root' ? 'root' : (name ?? id);

/** What is new of a session since it was looked at last (null: it was not), and what is known of it from now on. */
export function observe(
  before: WatchedSession | null,
  { session, standing, names, live, final }: Reading,
  { at, isOver }: { readonly at: number; readonly isOver: boolean },
): { readonly watched: WatchedSession; readonly events: readonly WatchEvent[] } {
  const told = before?.told ?? [];
  const { kept, fresh, gone } = isOver
    ? compareFindings(told, final)
    : whileAtWork(told, live, final);
  const withdrawn = (before?.withdrawn ?? 0) + gone.length;
  const now = [...kept, ...fresh];
  const of = (finding: TraceFinding) => ({
    at,
    session,
    finding,
    names: finding.agents.map((id) => names.get(id) ?? id),
  });
  return {
    watched: { state: isOver ? 'ended' : 'running', told: now, withdrawn },
    events: [
      ...(startsNow(before, isOver) ? [{ kind: 'started' as const, at, session }] : []),
      ...gone.map((finding) => ({
        kind: 'withdrawn' as const,
        ...of(finding),
        instead: fresh.find((each) => areNear(each, finding))?.code ?? null,
      })),
      ...fresh.map((finding) => ({ kind: 'finding' as const, ...of(finding) })),
      ...(isOver && before?.state !== 'ended'
        ? [
            {
              kind: 'ended' as const,
              at,
              session,
              state: standing.root,
              findings: now.length,
              withdrawn,
            },
          ]
        : []),
    ],
  };
}

/** It is seen for the first time, or goes on after its end. */
const startsNow = (before: WatchedSession | null, isOver: boolean): boolean =>
  before === null || (before.state === 'ended' && !isOver);

/** What was told at an end, and can not be told while the session goes on, stands as long as this could be its end. */
function whileAtWork(
  told: readonly TraceFinding[],
  live: readonly TraceFinding[],
  final: readonly TraceFinding[],
): Compared {
  const { kept, fresh, gone } = compareFindings(told, live);
  const standing = compareFindings(gone, compareFindings(live, final).fresh);
  return { kept: [...kept, ...standing.kept], fresh, gone: standing.gone };
}
