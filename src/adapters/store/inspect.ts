import Database from 'better-sqlite3';
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { APPLICATION_ID, SCHEMA_VERSION } from './layout.ts';
import { guarded, broken } from './store-failure.ts';

/** What a file turned out to be: not there, or ours with tables of this version (at most the known one). */
export type Inspection =
  | { readonly kind: 'absent' }
  | { readonly kind: 'ours'; readonly version: number };

/**
 * Looks at the database without changing it, and without leaving files beside one that is not ours.
 * Codes: `store-foreign`, `store-newer`, `store-broken`, `store-readonly` (it cannot even be read).
 */
export function inspect(file: string): Result<Inspection, Failure> {
  if (!existsSync(file)) return ok({ kind: 'absent' });
  const header = guarded(file, () =>
    // SQLite's locks belong to the process and are lost when the process closes *any* descriptor of the
    // file. The -shm file exists whenever a connection is in use, ours too: then only SQLite may look.
    existsSync(`${file}-shm`) ? headerBySqlite(file) : headerByBytes(file),
  );
  if (!header.ok) return header;
  if (typeof header.value === 'string') return err(broken(file, header.value));
  return judgeHeader(file, header.value);
}

/** Refuses what is not ours or from the future. */
export function judgeHeader(file: string, header: Header): Result<Inspection, Failure> {
  if (header.applicationId !== APPLICATION_ID) return err(foreign(file));
  if (header.version > SCHEMA_VERSION) return err(newer(file, header.version));
  return ok({ kind: 'ours', version: header.version });
}

/** The two numbers of a database's header that say whose it is. */
export interface Header {
  readonly applicationId: number;
  readonly version: number;
}

/** Both numbers, as an open connection sees them: newer than the file where a log is not yet merged. */
export function headerOf(db: Database.Database): Header {
  return {
    applicationId: Number(db.pragma('application_id', { simple: true })),
    version: Number(db.pragma('user_version', { simple: true })),
  };
}

function headerBySqlite(file: string): Header {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return headerOf(db);
  } finally {
    db.close();
  }
}

const HEADER_LENGTH = 100;
const MAGIC = 'SQLite format 3\0';

/** The header, or what is wrong with it. */
function headerByBytes(file: string): Header | string {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(HEADER_LENGTH);
    const length = readSync(descriptor, bytes, 0, HEADER_LENGTH, 0);
    if (length < HEADER_LENGTH) return `it ends after ${length} bytes`;
    if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC)
      return 'it does not start as a database';
    const missing = missingBytes(file, bytes, fstatSync(descriptor).size);
    if (missing > 0) return `its last ${missing} bytes are missing`;
    return { applicationId: bytes.readInt32BE(68), version: bytes.readInt32BE(60) };
  } finally {
    closeSync(descriptor);
  }
}

/** How many bytes the file lacks. With a log beside it that is not known: the log may hold them. */
function missingBytes(file: string, header: Buffer, size: number): number {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) return 0;
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  return Math.max(0, pageSize * header.readUInt32BE(28) - size);
}

function foreign(file: string): Failure {
  return failure(
    'store-foreign',
    'the file where fanin keeps its database belongs to another program',
    {
      where: { file },
      hint: 'move the file away; fanin did not touch it',
    },
  );
}

function newer(file: string, version: number): Failure {
  return failure(
    'store-newer',
    `fanin's database has tables of version ${version}; this fanin knows them up to ${SCHEMA_VERSION}`,
    { where: { file }, hint: 'update fanin; it did not touch the file' },
  );
}
