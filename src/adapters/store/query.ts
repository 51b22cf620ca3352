import type Database from 'better-sqlite3';
import type { Compilable } from 'kysely';

/** Values of a query by name. */
type Values = Readonly<Record<string, string | number | null>>;

/** Names a value that is only known when the query runs. */
export type Slot<V extends Values> = <K extends keyof V & string>(name: K) => V[K];

/** A query that was compiled once; running it binds the values and nothing else. */
export interface Query<V extends Values, Row> {
  readonly all: (values: V) => readonly Row[];
  readonly first: (values: V) => Row | undefined;
  /** Runs a query without rows: how many rows it changed, and the id of the last one inserted. */
  readonly run: (values: V) => { readonly changes: number; readonly id: number };
}

/**
 * Prepares what Kysely builds. Its own execution is asynchronous and compiles every time; a transaction
 * across those gaps would let two writers of one process in, on the one connection they share.
 */
export const prepare =
  <V extends Values>(db: Database.Database) =>
  <Row>(build: (slot: Slot<V>) => Compilable<Row>): Query<V, Row> => {
    // Kysely takes anything as a value and hands it through to the parameters: so do named marks.
    const slot: Slot<V> = (name) => new Mark(name) as unknown as V[typeof name];
    const { sql, parameters } = build(slot).compile();
    const statement = db.prepare<unknown[], Row>(sql);
    const bind = (values: V): readonly unknown[] =>
      parameters.map((value) => (value instanceof Mark ? values[value.name] : value));
    return {
      all: (values) => statement.all(...bind(values)),
      first: (values) => statement.get(...bind(values)),
      run: (values) => {
        const { changes, lastInsertRowid } = statement.run(...bind(values));
        return { changes, id: Number(lastInsertRowid) };
      },
    };
  };

class Mark {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
