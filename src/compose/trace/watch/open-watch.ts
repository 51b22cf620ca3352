import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../../../adapters/clock/system-clock.ts';
import { readTrace } from '../measure-traces.ts';
import type { TraceWish } from '../find-traces.ts';
import { sessionsAtHome, sessionsAtPath } from './live-sessions.ts';
import { watchTraces, type TraceWatch, type WatchDeps } from './watch-traces.ts';

/** What a person wants to watch. */
export interface WatchWish
  extends Pick<TraceWish, 'cwd' | 'env'>, Pick<WatchDeps, 'patienceMs' | 'intent'> {
  /** A session's id, or a file or folder; null: what is written in the agents' places. */
  readonly what: string | null;
}

/** A watch on the sessions of this machine. `use` ends it. */
export async function withWatch<T>(
  { cwd, env, what, patienceMs, intent }: WatchWish,
  use: (watch: TraceWatch, pause: (ms: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const isPath = what !== null && existsSync(resolve(cwd, what));
  const live = isPath
    ? sessionsAtPath({ cwd, env, paths: [what] })
    : sessionsAtHome({ cwd, env }, systemClock);
  const watch = watchTraces(
    {
      live,
      read: (session) => readTrace(session, 'patterns'),
      clock: systemClock,
      patienceMs,
      intent,
    },
    { id: isPath ? null : what, alsoOld: isPath },
  );
  try {
    return await use(
      watch,
      (ms) => new Promise((done) => void systemClock.schedule(ms, () => done())),
    );
  } finally {
    live.close();
  }
}
