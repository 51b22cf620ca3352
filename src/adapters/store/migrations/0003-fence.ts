import { sql } from 'kysely';
import type { Compilable, SchemaModule } from 'kysely';

/**
 * Version 3: a fence, which every engine that takes over raises, and of each event by which engine it
 * was written (0: before there was a fence). Released: never edit.
 */
export function fence(schema: SchemaModule): readonly Compilable[] {
  return [
    schema
      .createTable('fence')
      .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('epoch', 'integer', (column) => column.notNull())
      .modifyEnd(sql`strict`),
    schema
      .alterTable('events')
      .addColumn('epoch', 'integer', (column) => column.notNull().defaultTo(0)),
  ];
}
