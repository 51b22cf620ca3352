import { sql } from 'kysely';
import type { Compilable, SchemaModule } from 'kysely';

/** Version 1: events, views, inbox, verdicts, telemetry and the engine's row. Released: never edit. */
export function firstTables(schema: SchemaModule): readonly Compilable[] {
  return [...logTables(schema), ...otherTables(schema)];
}

function logTables(schema: SchemaModule): readonly Compilable[] {
  return [
    schema
      .createTable('events')
      .addColumn('seq', 'integer', (column) => column.primaryKey())
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('at', 'integer', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`),
    schema.createIndex('events_by_run').on('events').columns(['run', 'seq']),
    schema
      .createTable('views')
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('views_key', ['run', 'kind', 'id'])
      .modifyEnd(sql`strict`),
    // Word for word what `held-scopes.ts` asks for: else the index is not used.
    schema
      .createIndex('views_held')
      .on('views')
      .column('run')
      .where(sql<boolean>`kind = 'task' and json_extract(body, '$.held') = 1`),
    schema
      .createTable('inbox')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('at', 'integer', (column) => column.notNull())
      .addColumn('command', 'text', (column) => column.notNull())
      .addColumn('answered_at', 'integer')
      .addColumn('answer', 'text')
      .modifyEnd(sql`strict`),
    schema
      .createIndex('inbox_open')
      .on('inbox')
      .column('id')
      .where(sql<boolean>`answered_at is null`),
  ];
}

function otherTables(schema: SchemaModule): readonly Compilable[] {
  return [
    schema
      .createTable('verdicts')
      .addColumn('tree', 'text', (column) => column.notNull())
      .addColumn('definition', 'text', (column) => column.notNull())
      .addColumn('result', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('verdicts_key', ['tree', 'definition'])
      .modifyEnd(sql`strict`),
    schema
      .createTable('telemetry')
      .addColumn('attempt', 'text', (column) => column.primaryKey().notNull())
      .addColumn('at', 'integer', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`),
    schema
      .createTable('engine')
      .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('pid', 'integer', (column) => column.notNull())
      .addColumn('start_time', 'text', (column) => column.notNull())
      .addColumn('run', 'text')
      .addColumn('since', 'integer', (column) => column.notNull())
      .modifyEnd(sql`strict`),
  ];
}
