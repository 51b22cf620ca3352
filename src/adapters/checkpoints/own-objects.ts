import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import type { ConfigEntry } from '../git/environment.ts';
import { git } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';
import { looseIn, looseObject } from '../git/private-store.ts';

/** The user's repository, and the private one that reads its objects. */
export interface Stores {
  readonly main: RepositoryPlace;
  readonly store: RepositoryPlace;
}

/** What is written must outlive the host, for the price of one wait for the disk. */
export const TO_DISK: readonly ConfigEntry[] = [
  ['core.fsync', 'committed,reference'],
  ['core.fsyncMethod', 'batch'],
];

/**
 * Copies the objects that the private store only borrows. What an agent staged
 * or committed may be garbage in the user's repository a moment later. Codes: those of git.
 */
export const ownObjects = async (
  { main, store }: Stores,
  ids: readonly string[],
): Promise<Result<null, Failure>> => {
  // Files that are alike are one object.
  const missing = [...new Set(ids)].filter((id) => !existsSync(looseObject(store, id)));
  if (missing.length === 0) return ok(null);
  const packed = await git(
    main.commonDir,
    ['pack-objects', '--quiet', '--window=0', '--stdout'],
    onObjects(store, { readOnly: true, input: missing.map((id) => `${id}\n`).join('') }),
  );
  if (!packed.ok) return packed;
  // Elsewhere at first: git does not write what it can borrow.
  const aside = join(store.commonDir, `incoming-${randomUUID()}`);
  mkdirSync(aside);
  try {
    const unpacked = await git(
      store.commonDir,
      ['unpack-objects', '-q'],
      onObjects(store, {
        input: packed.value.stdout,
        config: TO_DISK,
        env: { GIT_OBJECT_DIRECTORY: aside },
      }),
    );
    if (!unpacked.ok) return unpacked;
    for (const id of missing) moveIn(aside, store, id);
    return ok(null);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
};

const moveIn = (aside: string, store: RepositoryPlace, id: string): void => {
  const target = looseObject(store, id);
  mkdirSync(dirname(target), { recursive: true });
  renameSync(looseIn(aside, id), target);
};

/** Commits of an agent's. `known`: a commit that a checkpoint rests on, so that all of it is there. */
export interface History {
  readonly base: string;
  readonly head: string;
  readonly known: string | null;
}

/** The same for the commits that lead from `base` to `head` and everything in them. Codes: those of git. */
export const ownHistory = async (
  stores: Stores,
  { base, head, known }: History,
): Promise<Result<null, Failure>> => {
  const { main, store } = stores;
  if (head === base || head === known) return ok(null);
  const not = known === null ? [base] : [base, known];
  const args = ['rev-list', '--objects', '--no-object-names', head, '--not', ...not];
  const listed = await git(main.commonDir, args, onObjects(store, { readOnly: true }));
  if (!listed.ok) return listed;
  return ownObjects(stores, listed.value.stdout.toString('latin1').split('\n').slice(0, -1));
};
