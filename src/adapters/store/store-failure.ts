import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';

/**
 * Thrown where a port's signature has no room for a failure, and only for what the outside did to the
 * file: a full disk, a damaged page, a lock that was held too long. `failure` is ready to show.
 */
export class StoreFault extends Error {
  readonly failure: Failure;
  constructor(fault: Failure, cause: unknown) {
    super(fault.message, { cause });
    this.name = 'StoreFault';
    this.failure = fault;
  }
}

/** Runs `work`; what SQLite refuses comes back as a failure, a bug is thrown on. */
export function guarded<T>(file: string, work: () => T): Result<T, Failure> {
  try {
    return ok(work());
  } catch (error) {
    const known = error instanceof StoreFault ? error.failure : failureOf(file, error);
    if (known === null) throw error;
    return err(known);
  }
}

/** Runs `work`; what SQLite refuses is thrown as a `StoreFault`. */
export function faulting<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const known = failureOf(file, error);
    throw known === null ? error : new StoreFault(known, error);
  }
}

/** The failure that an error of SQLite or of the file system stands for; null: neither, so a bug. */
export function failureOf(file: string, error: unknown): Failure | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const { code } = error;
  if (typeof code !== 'string') return null;
  const kind = KINDS.find(({ codes }) => codes.test(code));
  if (kind === undefined) return null;
  return failure(kind.code, `${kind.message}: ${error.message}`, {
    where: { file },
    hint: kind.hint,
  });
}

/** A database that is torn, cut off or no database at all. */
export function broken(file: string, how: string): Failure {
  return failure('store-broken', `fanin's database is damaged: ${how}`, {
    where: { file },
    hint: HINT_BROKEN,
  });
}

const HINT_BROKEN =
  '`fanin doctor` looks closer; what attempts made is safe in git refs and workspaces. To start afresh, move the file and its -wal away together';

/** First match wins. Codes: of SQLite (extended, so by prefix) and of the system. */
const KINDS: readonly {
  readonly codes: RegExp;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}[] = [
  {
    // SHMSIZE: the shared index of the log could not grow, which is a full disk as well.
    codes: /^(?:SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/u,
    code: 'store-full',
    message: 'the disk that holds fanin’s database is full',
    hint: 'make room and repeat the command; nothing of this write was kept, all earlier ones were',
  },
  {
    codes: /^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/u,
    code: 'store-busy',
    message: 'fanin’s database was locked by another process for too long',
    hint: 'repeat the command; if it stays so, look for a stopped fanin process or a backup tool that holds the file',
  },
  {
    codes: /^(?:SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH|EACCES|EPERM|EROFS)/u,
    code: 'store-readonly',
    message: 'fanin’s database cannot be opened for writing',
    hint: 'check the owner and mode of the file and its folder, and that the disk is not mounted read-only',
  },
  {
    codes: /^(?:SQLITE_(?:CORRUPT|NOTADB|FORMAT|IOERR|TOOBIG)|EISDIR|EIO)/u,
    code: 'store-broken',
    message: 'fanin’s database is damaged or its disk reports errors',
    hint: HINT_BROKEN,
  },
];
