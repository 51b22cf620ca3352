import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import {
  measureSession,
  type SessionMeasures,
} from '../../domain/trace/measures/session-measures.ts';
import { withIntent, type Intent } from '../../domain/trace/intent.ts';
import { foundIn, NOTHING_FOUND, type Found } from '../../domain/trace/measures/found.ts';
import type { ReadingDepth } from '../../domain/trace/reading-depth.ts';
import { timeLineOf, type TimeLine } from '../../domain/trace/time-line.ts';
import type { ImportNotes, Trace, UnreadableFile } from '../../domain/trace/trace.ts';
import { findTraces, type LookedAt, type ReadableSession, type TraceWish } from './find-traces.ts';
import { renamed } from './renamed.ts';

/** One session as it was measured. */
export interface MeasuredSession {
  readonly measures: SessionMeasures;
  readonly notes: ImportNotes;
  readonly bytes: number;
  /** Null: patterns were not looked for. */
  readonly found: Found | null;
  /** Null: it was not asked for, or no time is known. */
  readonly timeLine: TimeLine | null;
}

/** What `fanin trace` shows. */
export interface MeasuredTraces {
  /** The newest first. */
  readonly sessions: readonly MeasuredSession[];
  /** Sessions that were left out since they are older than was asked for. */
  readonly older: number;
  readonly looked: readonly LookedAt[];
  readonly unreadable: readonly UnreadableFile[];
}

/** What of the sessions is wanted. */
export interface MeasureWish extends TraceWish {
  /** Epoch ms; null: however old. */
  readonly since: number | null;
  readonly timeLines: boolean;
  /** Whether patterns are looked for: then sessions with sub-agents are read further. */
  readonly patterns: boolean;
  /** What the sessions were to do. */
  readonly intent: Intent;
}

/** Finds, reads and measures sessions, one at a time. */
export async function measureTraces(wish: MeasureWish): Promise<Result<MeasuredTraces, Failure>> {
  const found = await findTraces(wish);
  if (!found.ok) return found;
  const { sessions: all, looked, unreadable, close } = found.value;
  const { since } = wish;
  const wanted = all.filter(({ modifiedAt }) => since === null || modifiedAt >= since);
  const sessions: MeasuredSession[] = [];
  try {
    for (const session of wanted) sessions.push(await measuredSession(session, wish));
  } finally {
    close();
  }
  const start = ({ measures }: MeasuredSession): number => measures.startedAt ?? 0;
  sessions.sort((a, b) => start(b) - start(a));
  return ok({ sessions, older: all.length - wanted.length, looked, unreadable });
}

/**
 * Sub-agents have files of their own with most agents: then all is read at once, for patterns. Of a session in one file its
 * measures are read first, and all of it where it turns out to have sub-agents.
 */
async function measuredSession(
  session: ReadableSession,
  { timeLines, patterns, intent }: MeasureWish,
): Promise<MeasuredSession> {
  if (!timeLines && (session.files.length === 1 || !patterns)) {
    const trace = await readTrace(session, 'measures');
    if (!patterns) return measuredOf(trace, false, null);
    if (!hasSubAgents(trace)) return measuredOf(trace, false);
  }
  return measuredOf(
    withIntent(await readTrace(session, timeLines ? 'all' : 'patterns'), intent),
    timeLines,
  );
}

const hasSubAgents = ({ agents }: Trace): boolean => agents.some(({ kind }) => kind === 'sub');

/** The measures of one session and what is found in it, with its time line if that is wanted. */
export const measuredOf = (
  trace: Trace,
  timeLine: boolean,
  found: Found | null = hasSubAgents(trace) ? foundIn(trace) : NOTHING_FOUND,
): MeasuredSession => ({
  measures: measureSession(trace),
  notes: trace.notes,
  bytes: trace.files.reduce((sum, { bytes }) => sum + bytes, 0),
  found,
  timeLine: timeLine ? timeLineOf(trace) : null,
});

/** Reads one session; all of it, or what its measures depend on. */
export async function readTrace(
  session: ReadableSession,
  depth: ReadingDepth = 'all',
): Promise<Trace> {
  const trace = await session.importer.read(session, depth);
  return session.shown.size === 0 ? trace : renamed(trace, session.shown);
}
