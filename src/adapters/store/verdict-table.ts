import type Database from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { VerdictCache } from '../../ports/verdict-cache.ts';
import { decodeVerdict } from '../../protocol/verdicts.ts';
import { prepare } from './query.ts';
import { faulting } from './store-failure.ts';
import type { Tables } from './tables.ts';

/** Check results of an open database. Its methods throw `StoreFault`. */
export function verdictTable(
  db: Database.Database,
  kysely: Kysely<Tables>,
  file: string,
): VerdictCache {
  const get = prepare<{ tree: string; definition: string }>(db)((slot) =>
    kysely
      .selectFrom('verdicts')
      .select('result')
      .where('tree', '=', slot('tree'))
      .where('definition', '=', slot('definition')),
  );
  const put = prepare<{ tree: string; definition: string; result: string }>(db)((slot) =>
    kysely
      .insertInto('verdicts')
      .values({ tree: slot('tree'), definition: slot('definition'), result: slot('result') })
      .onConflict((conflict) =>
        conflict
          .columns(['tree', 'definition'])
          .doUpdateSet((row) => ({ result: row.ref('excluded.result') })),
      ),
  );
  return {
    get: async (tree, definition) => {
      const row = faulting(file, () => get.first({ tree, definition }));
      return row === undefined ? null : decodeVerdict(row.result);
    },
    put: async (result) => {
      const { tree, definition } = result;
      faulting(file, () => put.run({ tree, definition, result: JSON.stringify(result) }));
    },
  };
}
