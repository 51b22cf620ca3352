import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import {
  measureSession,
  type SessionMeasures,
} from '../../domain/trace/measures/session-measures.ts';
import type { ImportNotes, Trace, UnreadableFile } from '../../domain/trace/trace.ts';
import { findTraces, type LookedAt, type ReadableSession, type TraceWish } from './find-traces.ts';
import { renamed } from './renamed.ts';

/** One session as it was measured. */
export interface MeasuredSession {
  readonly measures: SessionMeasures;
  readonly notes: ImportNotes;
  readonly bytes: number;
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

/** Finds, reads and measures sessions, one at a time. `since`: epoch ms; null: however old. */
export async function measureTraces(
  wish: TraceWish,
  since: number | null,
): Promise<Result<MeasuredTraces, Failure>> {
  const found = await findTraces(wish);
  if (!found.ok) return found;
  const { sessions: all, looked, unreadable, close } = found.value;
  const wanted = all.filter(({ modifiedAt }) => since === null || modifiedAt >= since);
  const sessions: MeasuredSession[] = [];
  try {
    for (const session of wanted) {
      const trace = await readTrace(session);
      sessions.push({
        measures: measureSession(trace),
        notes: trace.notes,
        bytes: session.bytes,
      });
    }
  } finally {
    close();
  }
  const start = ({ measures }: MeasuredSession): number => measures.startedAt ?? 0;
  sessions.sort((a, b) => start(b) - start(a));
  return ok({ sessions, older: all.length - wanted.length, looked, unreadable });
}

/** Reads one session. */
export async function readTrace(session: ReadableSession): Promise<Trace> {
  const trace = await session.importer.read(session);
  return session.shown.size === 0 ? trace : renamed(trace, session.shown);
}
