import Database from 'better-sqlite3';
import type { PastAttempt } from '../../domain/plan/past-attempt.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { databaseFile } from './layout.ts';
import { guarded } from './store-failure.ts';

/** Runs that are looked back at: what agents took long ago says little of what they take now. */
const MOST_RUNS = 100;

/**
 * The attempts of the newest runs, by the projections, the plans their runs started with, and what they told
 * to have used. One query, read only. The database exists and is fanin's (see `openReader`).
 */
export const attemptHistory = (stateDir: string): Result<readonly PastAttempt[], Failure> => {
  const file = databaseFile(stateDir);
  return guarded(file, () => {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return db.prepare<[number], Row>(QUERY).all(MOST_RUNS).map(attemptOf);
    } finally {
      db.close();
    }
  });
};

interface Row {
  readonly agent: string;
  readonly model: string | null;
  readonly size: number | null;
  readonly took: number;
  readonly tokens: number | null;
  readonly usd: number | null;
  readonly outcome: string;
}

const attemptOf = ({ size, took, outcome, ...row }: Row): PastAttempt => ({
  ...row,
  sizeMs: size,
  tookMs: took,
  delivered: outcome === 'delivered',
});

/**
 * A run's first event is its start, whose plan has had these keys in all versions, but for who says the size: at
 * first the plan alone did. Of what an attempt has told
 * to have used, the last word counts: with max() SQLite takes the other columns from that row.
 */
const QUERY = `
  with recent as (
    select run from views where kind = 'run' order by run desc limit ?
  ),
  starts as (
    select recent.run, (select min(seq) from events where events.run = recent.run) as seq from recent
  ),
  tasks as (
    select starts.run,
      task.value ->> '$.id' as id,
      task.value ->> '$.agent.model' as model,
      iif(task.value ->> '$.sizeFrom' = 'history', null, task.value ->> '$.sizeMs') as size
    from starts join events using (seq), json_each(events.data, '$.plan.tasks') as task
    where events.type = 'run.started'
  ),
  spent as (
    select data ->> '$.attempt' as attempt, data ->> '$.tokens' as tokens, data ->> '$.usd' as usd, max(seq)
    from events join recent using (run) where type = 'attempt.spent' group by 1
  )
  select
    views.body ->> '$.agent' as agent,
    tasks.model,
    tasks.size,
    (views.body ->> '$.endedAt') - (views.body ->> '$.startedAt') as took,
    spent.tokens,
    spent.usd,
    views.body ->> '$.outcome' as outcome
  from recent
  join views on views.run = recent.run and views.kind = 'attempt'
  join tasks on tasks.run = views.run and tasks.id = views.body ->> '$.task'
  left join spent on spent.attempt = views.id
  where took >= 0 and not views.body ->> '$.infrastructure'
  order by views.run desc, views.id`;
