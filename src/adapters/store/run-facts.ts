import Database from 'better-sqlite3';
import type { Failure } from '../../domain/failure.ts';
import type { Spent } from '../../domain/governor/spent.ts';
import type { AttemptId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import type { ReviewStep } from '../../domain/stats/review-time.ts';
import { databaseFile } from './layout.ts';
import { guarded } from './store-failure.ts';

/** What the events of all runs tell that no projection has. */
export interface RunFacts {
  /** What happened to deliveries, in order. */
  readonly steps: readonly ReviewStep[];
  /** What attempts have told to have used, by the last word of each. */
  readonly spent: ReadonlyMap<AttemptId, Spent>;
}

/** Reads them in two queries, read only. The database exists and is fanin's (see `openReader`). */
export const runFacts = (stateDir: string): Result<RunFacts, Failure> => {
  const file = databaseFile(stateDir);
  return guarded(file, () => {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      const steps = db.prepare<[], ReviewStep>(STEPS).all();
      const spent = db.prepare<[], { attempt: AttemptId } & Spent>(SPENT).all();
      return {
        steps,
        spent: new Map(spent.map(({ attempt, tokens, usd }) => [attempt, { tokens, usd }])),
      };
    } finally {
      db.close();
    }
  });
};

/** Events of deliveries have had these keys in all versions. */
const STEPS = `
  select type, at, data ->> '$.delivery' as delivery
  from events where type glob 'delivery.*' order by seq`;

/** With max() SQLite takes the other columns from that row. */
const SPENT = `
  select data ->> '$.attempt' as attempt, data ->> '$.tokens' as tokens, data ->> '$.usd' as usd, max(seq)
  from events where type = 'attempt.spent' group by 1`;
