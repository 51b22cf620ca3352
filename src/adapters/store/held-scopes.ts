import Database from 'better-sqlite3';
import type { HeldElsewhere } from '../../domain/governor/holds.ts';
import { parseScope } from '../../domain/plan/scope.ts';
import type { TaskView } from '../../domain/run/views.ts';
import type { HeldScopes } from '../../ports/held-scopes.ts';
import { databaseFile } from './layout.ts';
import { faulting } from './store-failure.ts';

interface Row {
  readonly run: string;
  readonly id: string;
  readonly body: string;
}

/** What tasks of other runs hold, by their projections. The database exists. */
export const heldScopes = (stateDir: string): HeldScopes & { readonly close: () => void } => {
  const file = databaseFile(stateDir);
  const db = new Database(file, { readonly: true, fileMustExist: true });
  // The partial index `views_held` holds these rows alone, so the cost does not grow with history.
  const held = db.prepare<[string], Row>(
    `select run, id, body from views where kind = 'task' and json_extract(body, '$.held') = 1 and run <> ?`,
  );
  return {
    elsewhere: async (run) => faulting(file, () => held.all(run).map(claimOf)),
    close: () => db.close(),
  };
};

/** The body is trusted: only projections write it. A pattern that no longer parses holds everything. */
const claimOf = ({ run, id, body }: Row): HeldElsewhere => {
  const { writes, locks } = JSON.parse(body) as TaskView;
  const scope = writes === null ? null : parseScope(writes);
  return {
    id,
    label: `${run}/${id}`,
    writes: scope !== null && scope.ok ? scope.value : null,
    locks,
  };
};
