import type { Span } from '../agent.ts';
import type { Trace } from '../trace.ts';

/**
 * How much of a session its sub-agents were at work side by side. The study does not say what its overlap ratio is a
 * share of, so both are here: of the run (first to last record), and of the time in which a sub-agent was at work.
 */
export interface Overlap {
  /** Null: no time is known. */
  readonly runMs: number | null;
  /** With one sub-agent or more at work. */
  readonly activeMs: number;
  /** With two or more. */
  readonly twoOrMoreMs: number;
  /** Of all sub-agents, added up. */
  readonly agentMs: number;
  /** The most at work at once. */
  readonly peak: number;
  /** Sub-agents of which no time is known: with any, all of the above are the least that can be said. */
  readonly untimed: number;
  /** `twoOrMoreMs` as a share of the run and of the active time; null: of nothing, or a sub-agent has no time. */
  readonly ofRun: number | null;
  readonly ofActive: number | null;
  /** Sub-agents at work on average, over the run and over the active time. */
  readonly meanOverRun: number | null;
  readonly meanOverActive: number | null;
}

/** The overlap of a session's sub-agents. */
export function overlapOf({ agents, startedAt, endedAt }: Trace): Overlap {
  const subs = agents.filter(({ kind }) => kind === 'sub');
  const spans = subs.flatMap(({ live }) => live);
  const untimed = subs.filter(({ live }) => live.length === 0).length;
  const runMs = startedAt === null || endedAt === null ? null : endedAt - startedAt;
  const { activeMs, twoOrMoreMs, agentMs, peak } = sweep(spans);
  return {
    runMs,
    activeMs,
    twoOrMoreMs,
    agentMs,
    peak,
    untimed,
    ofRun: share(twoOrMoreMs, runMs),
    ofActive: share(twoOrMoreMs, activeMs),
    meanOverRun: share(agentMs, runMs),
    meanOverActive: share(agentMs, activeMs),
  };

  function share(part: number, whole: number | null): number | null {
    return untimed > 0 || whole === null || whole <= 0 ? null : part / whole;
  }
}

/** An end at the same moment as a start comes first: who takes over is not beside whom. */
export function sweep(
  spans: readonly Span[],
): Pick<Overlap, 'activeMs' | 'twoOrMoreMs' | 'agentMs' | 'peak'> {
  const points = spans
    .flatMap(({ from, to }) => [
      { at: from, by: 1, length: to - from },
      { at: to, by: -1, length: to - from },
    ])
    // A span without length still counts as one at work: its start comes before its end.
    .toSorted((a, b) => a.at - b.at || (a.length === 0 || b.length === 0 ? 0 : a.by - b.by));
  let live = 0;
  let before = points[0]?.at ?? 0;
  const total = { activeMs: 0, twoOrMoreMs: 0, agentMs: 0, peak: 0 };
  for (const { at, by } of points) {
    const passed = at - before;
    if (live >= 1) total.activeMs += passed;
    if (live >= 2) total.twoOrMoreMs += passed;
    total.agentMs += live * passed;
    live += by;
    total.peak = Math.max(total.peak, live);
    before = at;
  }
  return total;
}
