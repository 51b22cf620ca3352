import type Database from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { Telemetry, TelemetryRow } from '../../ports/telemetry.ts';
import { prepare } from './query.ts';
import { faulting } from './store-failure.ts';
import type { Tables } from './tables.ts';

/** Last values of an open database. Its methods throw `StoreFault`. */
export function telemetryTable(
  db: Database.Database,
  kysely: Kysely<Tables>,
  file: string,
): Telemetry {
  const get = prepare<{ attempt: string }>(db)((slot) =>
    kysely.selectFrom('telemetry').select('body').where('attempt', '=', slot('attempt')),
  );
  const put = prepare<{ attempt: string; at: number; body: string }>(db)((slot) =>
    kysely
      .insertInto('telemetry')
      .values({ attempt: slot('attempt'), at: slot('at'), body: slot('body') })
      .onConflict((conflict) =>
        conflict
          .column('attempt')
          .doUpdateSet((row) => ({ at: row.ref('excluded.at'), body: row.ref('excluded.body') })),
      ),
  );
  return {
    get: async (attempt) => {
      const row = faulting(file, () => get.first({ attempt }));
      // Only `put` writes here, and an unknown shape would merely be shown.
      return row === undefined ? null : (JSON.parse(row.body) as TelemetryRow);
    },
    put: async (attempt, row) => {
      faulting(file, () => put.run({ attempt, at: row.at, body: JSON.stringify(row) }));
    },
  };
}
