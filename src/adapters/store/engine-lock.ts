import Database from 'better-sqlite3';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { EngineRow } from './engine-row.ts';
import { engineLockFile } from './layout.ts';
import { openReader } from './reader.ts';
import { guarded } from './store-failure.ts';

/** The right to carry out effects in a repository. */
export interface EngineLock {
  /** Gives it back; a second call does nothing. The process's end gives it back as well. */
  readonly release: () => void;
  /** Whether the file that was locked is still the one that others would lock. */
  readonly inPlace: () => boolean;
}

/**
 * Takes the engine lock. It is a transaction that is never committed, so a lock of the kernel: whatever
 * ends the process ends the lock, and there are no stale ones.
 * Nothing but SQLite may open the lock file: closing any other descriptor of it would drop the lock.
 * Codes: `engine-running`, with pid and run of the one that has it; `store-readonly`, `store-full`,
 * `store-broken`.
 */
export function acquireEngineLock(stateDir: string): Result<EngineLock, Failure> {
  const file = engineLockFile(stateDir);
  const db = guarded(file, () => {
    mkdirSync(stateDir, { recursive: true });
    // Long enough to outlast a look by `engineRuns`, which takes microseconds.
    return lockExclusively(new Database(file, { timeout: LOOK_MS }));
  });
  if (db.ok) return ok(heldBy(db.value, file));
  return err(db.error.code === 'store-busy' ? running(stateDir, file) : db.error);
}

/** Whether an engine holds the lock now. Creates nothing. */
export function engineRuns(stateDir: string): boolean {
  const file = engineLockFile(stateDir);
  if (!existsSync(file)) return false;
  const seen = guarded(file, () => {
    const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 });
    try {
      db.pragma('schema_version');
    } finally {
      db.close();
    }
  });
  return !seen.ok && seen.error.code === 'store-busy';
}

/** A connection that nobody refers to is closed by the garbage collector: the process has to refer to it. */
function heldBy(db: Database.Database, file: string): EngineLock {
  const locked = inode(file);
  const release = (): void => {
    process.off('exit', release);
    db.close();
  };
  process.on('exit', release);
  return { release, inPlace: () => inode(file) === locked };
}

/** `stat` opens nothing, so it does not endanger the lock. */
const inode = (file: string): number | null =>
  statSync(file, { throwIfNoEntry: false })?.ino ?? null;

const LOOK_MS = 100;

function lockExclusively(db: Database.Database): Database.Database {
  try {
    db.exec('begin exclusive');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function running(stateDir: string, file: string): Failure {
  const holder = holderOf(stateDir);
  const who =
    holder === null
      ? ''
      : ` (process ${holder.pid}${holder.run === null ? '' : `, run ${holder.run}`})`;
  return failure('engine-running', `an engine already runs in this repository${who}`, {
    where: { file },
    hint: '`fanin status` shows what it does; `fanin stop` ends it',
  });
}

/** Who has the lock, as far as it has said so yet: the row of an engine that is gone is nobody's. */
export function holderOf(stateDir: string): EngineRow | null {
  const reader = openReader(stateDir);
  if (!reader.ok || reader.value === null) return null;
  try {
    const row = reader.value.engine();
    return row !== null && isAlive(row.pid) ? row : null;
  } catch {
    // The failure to tell is that the lock is held; who holds it is only a help.
    return null;
  } finally {
    reader.value.close();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
