import type Database from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { View } from '../../domain/run/views.ts';
import { prepare } from './query.ts';
import type { Tables } from './tables.ts';

/** The projections. Everything here runs inside the caller's transaction. */
export interface ViewTable {
  /** Replaces the view; `seq` is the last event that it follows from. */
  readonly put: (view: View, seq: number) => void;
  readonly clear: () => void;
  readonly isEmpty: () => boolean;
}

/** The projections of an open database. */
export function viewTable(db: Database.Database, kysely: Kysely<Tables>): ViewTable {
  const nothing = prepare<Record<string, never>>(db);
  const upsert = prepare<Row>(db)((slot) =>
    kysely
      .insertInto('views')
      .values({
        run: slot('run'),
        kind: slot('kind'),
        id: slot('id'),
        body: slot('body'),
        seq: slot('seq'),
      })
      .onConflict((conflict) =>
        conflict.columns(['run', 'kind', 'id']).doUpdateSet((row) => ({
          body: row.ref('excluded.body'),
          seq: row.ref('excluded.seq'),
        })),
      ),
  );
  const clear = nothing(() => kysely.deleteFrom('views'));
  const any = nothing(() =>
    kysely.selectNoFrom((select) =>
      select.exists(select.selectFrom('views').select('id')).as('found'),
    ),
  );
  return {
    put: ({ run, kind, id, body }, seq) => {
      upsert.run({ run, kind, id, body: JSON.stringify(body), seq });
    },
    clear: () => {
      clear.run({});
    },
    isEmpty: () => Number(any.first({})?.found) === 0,
  };
}

interface Row {
  readonly [column: string]: string | number;
  readonly run: string;
  readonly kind: string;
  readonly id: string;
  readonly body: string;
  readonly seq: number;
}
