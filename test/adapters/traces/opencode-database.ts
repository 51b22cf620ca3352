import Database from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes opencode's database of the rows of a sample; returns its path. */
export function makeDatabase(sample: string, folder: string): string {
  const path = join(folder, 'opencode.db');
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  for (const table of ['session', 'message', 'part']) {
    const rows = readFileSync(join(sample, `${table}.jsonl`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, string | number | null>>);
    const columns = Object.keys(rows[0] ?? {});
    db.exec(`create table ${table} (${columns.map((name) => `"${name}"`).join(', ')})`);
    const insert = db.prepare(`insert into ${table} values (${columns.map(() => '?').join(', ')})`);
    for (const row of rows) insert.run(...columns.map((name) => row[name] ?? null));
  }
  db.close();
  return path;
}
