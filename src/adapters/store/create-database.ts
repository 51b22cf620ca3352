import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { builder } from './builder.ts';
import { migrate } from './migrate.ts';

/**
 * Makes the database under another name and links it into place when it is whole: nobody ever sees half
 * of one, and of two processes one wins. Throws what SQLite or the file system refuses.
 */
export function createDatabase(file: string): void {
  const draft = `${file}.new-${randomUUID()}`;
  try {
    const db = new Database(draft);
    try {
      // In the rollback mode that a new file has: so the header says at once whose it is.
      migrate(db, builder(db).schema);
      db.pragma('journal_mode = WAL');
    } finally {
      db.close();
    }
    putInPlace(draft, file);
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  }
}

function putInPlace(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw error;
  }
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
