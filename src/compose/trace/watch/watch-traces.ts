import type { Failure } from '../../../domain/failure.ts';
import type { Result } from '../../../domain/result.ts';
import { ok } from '../../../domain/result.ts';
import { withIntent, type Intent } from '../../../domain/trace/intent.ts';
import type { Trace } from '../../../domain/trace/trace.ts';
import { restAfter } from '../../../domain/trace/watch/pace.ts';
import { hasEnded, PATIENCE } from '../../../domain/trace/watch/standing.ts';
import {
  observe,
  readingOf,
  type Reading,
  type WatchedSession,
  type WatchEvent,
} from '../../../domain/trace/watch/watched-session.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadableSession } from '../find-traces.ts';
import { onlyNamed } from '../show-trace.ts';
import type { LiveSessions } from './live-sessions.ts';

/** What is watched, and by what. */
export interface WatchDeps {
  readonly live: LiveSessions;
  readonly read: (session: ReadableSession) => Promise<Trace>;
  readonly clock: Pick<Clock, 'now'>;
  /** How long a session of which all agents have ended is left in peace, in ms. */
  readonly patienceMs: number;
  /** What sessions were to do, by the person. */
  readonly intent: Intent;
}

/** Which sessions. `id` null: all of them, those of a person's path also where nothing is written of them any more. */
export interface WatchTarget {
  readonly id: string | null;
  readonly alsoOld: boolean;
}

/** What one look came to. */
export interface Look {
  readonly events: readonly WatchEvent[];
  /** Sessions that are at work. */
  readonly running: number;
  /** When to look again, in ms from now; null: all that was named has ended. */
  readonly againMs: number | null;
}

/** Looks at sessions, again and again. */
export interface TraceWatch {
  /** `atOnce`: whatever it takes, and not a part of it now and the rest later. */
  look(atOnce?: boolean): Promise<Result<Look, Failure>>;
}

/** What is known of a session. */
interface Followed {
  /** Of its files, when it was read. */
  readonly written: string;
  readonly readAt: number;
  readonly reading: Reading;
  readonly watched: WatchedSession;
}

/** Reading goes on with the next session until this is used up, in ms. */
const STINT_MS = 1_000;

export function watchTraces(deps: WatchDeps, { id, alsoOld }: WatchTarget): TraceWatch {
  const { live, clock, patienceMs } = deps;
  const followed = new Map<string, Followed>();
  let named: string | null = null;

  const wanted = (all: readonly ReadableSession[]): Result<readonly ReadableSession[], Failure> => {
    const since = clock.now() - PATIENCE.open;
    if (id === null)
      return ok(
        all.filter(
          (each) => alsoOld || each.modifiedAt >= since || followed.get(keyOf(each)) !== undefined,
        ),
      );
    if (named !== null) return ok(all.filter((each) => keyOf(each) === named));
    const only = onlyNamed(all, id);
    if (!only.ok) return only;
    named = keyOf(only.value);
    return ok([only.value]);
  };

  const look = async (session: ReadableSession): Promise<readonly WatchEvent[]> => {
    const key = keyOf(session);
    const before = followed.get(key);
    const written = writtenOf(session);
    const reading =
      before?.written === written
        ? before.reading
        : readingOf(withIntent(await deps.read(session), deps.intent));
    const at = clock.now();
    const isOver = hasEnded(reading.standing, at - session.modifiedAt, patienceMs);
    const { watched, events } = observe(before?.watched ?? null, reading, { at, isOver });
    const readAt = before?.written === written ? before.readAt : at;
    followed.set(key, { written, readAt, reading, watched });
    // Nobody asked for what had ended before.
    return before === undefined && isOver && id === null && !alsoOld ? [] : events;
  };

  return {
    async look(atOnce = false) {
      const began = clock.now();
      const listed = await live.list();
      if (!listed.ok) return listed;
      const sessions = wanted(listed.value);
      if (!sessions.ok) return sessions;
      const events: WatchEvent[] = [];
      for (const session of longestUnread(sessions.value, followed))
        if (atOnce || clock.now() - began < STINT_MS) events.push(...(await look(session)));
      const here = sessions.value.map((each) => followed.get(keyOf(each)));
      const running = here.filter((each) => each?.watched.state !== 'ended').length;
      const isOver = (id !== null || alsoOld) && running === 0;
      return ok({ events, running, againMs: isOver ? null : restAfter(clock.now() - began) });
    },
  };
}

/** Sessions that wait to be read for the longest come first. */
const longestUnread = (
  sessions: readonly ReadableSession[],
  followed: ReadonlyMap<string, Followed>,
): readonly ReadableSession[] => {
  const readAt = (session: ReadableSession): number => followed.get(keyOf(session))?.readAt ?? 0;
  return sessions.toSorted((a, b) => readAt(a) - readAt(b));
};

const keyOf = ({ source, id }: ReadableSession): string => `${source}\0${id}`;

const writtenOf = ({ modifiedAt, files }: ReadableSession): string =>
  JSON.stringify([modifiedAt, files.map(({ path, bytes }) => [path, bytes])]);
