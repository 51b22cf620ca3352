import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import {
  measureSession,
  type SessionMeasures,
} from '../../domain/trace/measures/session-measures.ts';
import { timeLineOf, type TimeLine } from '../../domain/trace/time-line.ts';
import type { ImportNotes, Trace, UnreadableFile } from '../../domain/trace/trace.ts';
import { findTraces, type LookedAt, type ReadableSession, type TraceWish } from './find-traces.ts';
import { renamed } from './renamed.ts';

/** One session as it was measured. */
export interface MeasuredSession {
  readonly measures: SessionMeasures;
  readonly notes: ImportNotes;
  readonly bytes: number;
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
}

/** Finds, reads and measures sessions, one at a time. */
export async function measureTraces(wish: MeasureWish): Promise<Result<MeasuredTraces, Failure>> {
  const found = await findTraces(wish);
  if (!found.ok) return found;
  const { sessions: all, looked, unreadable, close } = found.value;
  const { since, timeLines } = wish;
  const wanted = all.filter(({ modifiedAt }) => since === null || modifiedAt >= since);
  const sessions: MeasuredSession[] = [];
  try {
    for (const session of wanted) {
      const trace = await readTrace(session, !timeLines);
      sessions.push(measuredOf(trace, timeLines));
    }
  } finally {
    close();
  }
  const start = ({ measures }: MeasuredSession): number => measures.startedAt ?? 0;
  sessions.sort((a, b) => start(b) - start(a));
  return ok({ sessions, older: all.length - wanted.length, looked, unreadable });
}

/** The measures of one session, with its time line if that is wanted. */
export const measuredOf = (trace: Trace, timeLine: boolean): MeasuredSession => ({
  measures: measureSession(trace),
  notes: trace.notes,
  bytes: trace.files.reduce((sum, { bytes }) => sum + bytes, 0),
  timeLine: timeLine ? timeLineOf(trace) : null,
});

/** Reads one session; all of it, or what its measures depend on. */
export async function readTrace(session: ReadableSession, measuresOnly = false): Promise<Trace> {
  const trace = await session.importer.read(session, measuresOnly);
  return session.shown.size === 0 ? trace : renamed(trace, session.shown);
}
