import { statSync, unlinkSync } from 'node:fs';
import { toPrune } from '../../domain/checkpoint/pruning.ts';
import type { CheckpointPolicy } from '../../domain/checkpoint/pruning.ts';
import type { Failure } from '../../domain/failure.ts';
import { checkpointRef, keepRef } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Checkpoint } from '../../ports/checkpoints.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { git } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';
import { readRef } from '../git/refs.ts';
import { looseObject, looseObjects } from '../git/private-store.ts';
import { listCheckpoints } from './checkpoint-refs.ts';
import type { Stores } from './own-objects.ts';

/** Lets go of what the policy does not keep, and of objects that nothing needs any more. Codes: those of git. */
export const pruneCheckpoints = async (
  stores: Stores,
  policy: CheckpointPolicy,
): Promise<Result<readonly Checkpoint[], Failure>> => {
  const { main, store } = stores;
  const listed = await listCheckpoints(store, {});
  if (!listed.ok) return listed;
  const gone = toPrune(listed.value, policy);
  if (gone.length === 0) return ok([]);
  const refs = gone.map(({ run, task, n, seq }) => checkpointRef(run, task, n, seq));
  const dropped = await deleteRefs(store, refs);
  if (!dropped.ok) return dropped;
  const left = listed.value.filter((each) => !gone.includes(each));
  const kept = new Set(left.map(keepOf));
  const free = [...new Set(gone.map(keepOf))].filter((ref) => !kept.has(ref));
  // The user's repository is let go of last: nothing rests on it any more.
  const swept = await sweep(stores, left);
  if (!swept.ok) return swept;
  const released = await deleteRefs(main, free);
  return released.ok ? ok(gone) : released;
};

const keepOf = ({ run, task, n }: Checkpoint): string => keepRef(run, task, n);

const deleteRefs = async (
  place: RepositoryPlace,
  refs: readonly string[],
): Promise<Result<null, Failure>> => {
  if (refs.length === 0) return ok(null);
  const input = refs.map((ref) => `delete ${ref}\n`).join('');
  const done = await git(place.commonDir, ['update-ref', '--stdin'], onObjects(place, { input }));
  return done.ok ? ok(null) : done;
};

/** A checkpoint that is being taken has objects that no ref names yet. */
const YOUNG_MS = 3_600_000;

/**
 * Deletes objects that no checkpoint needs. git's own `prune` would also delete those that the
 * user's repository has, too, and it may lose them any time.
 */
const sweep = async (
  stores: Stores,
  left: readonly Checkpoint[],
): Promise<Result<null, Failure>> => {
  const { store } = stores;
  const needed = new Set<string>();
  // Each attempt by itself: what lies in another one's base is held no longer than that one's.
  for (const [keep, checkpoints] of Map.groupBy(left, keepOf)) {
    const found = await neededBy(stores, keep, checkpoints);
    if (!found.ok) return found;
    for (const id of found.value) needed.add(id);
  }
  const before = Date.now() - YOUNG_MS;
  for (const id of looseObjects(store))
    if (!needed.has(id)) unlinkOld(looseObject(store, id), before);
  return ok(null);
};

const neededBy = async (
  { main, store }: Stores,
  keep: string,
  checkpoints: readonly Checkpoint[],
): Promise<Result<readonly string[], Failure>> => {
  const base = await readRef(main, keep);
  const input = [...checkpoints.map(({ commit }) => commit), ...(base === null ? [] : [`^${base}`])]
    .map((line) => `${line}\n`)
    .join('');
  const args = ['rev-list', '--objects', '--no-object-names', '--stdin'];
  const found = await git(store.commonDir, args, onObjects(store, { readOnly: true, input }));
  return found.ok ? ok(found.value.stdout.toString('latin1').split('\n')) : found;
};

const unlinkOld = (file: string, before: number): void => {
  try {
    if (statSync(file).mtimeMs < before) unlinkSync(file);
  } catch {
    // Somebody else was faster.
  }
};
