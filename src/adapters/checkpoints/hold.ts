import type { Failure } from '../../domain/failure.ts';
import { attemptLabel, checkpointRef, keepRef } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Checkpoint } from '../../ports/checkpoints.ts';
import type { WorkspaceSpec } from '../../ports/workspaces.ts';
import { git, gitLine } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';
import type { Difference } from './differences.ts';
import { ownHistory, ownObjects, TO_DISK } from './own-objects.ts';
import type { Stores } from './own-objects.ts';

/** A tree that is to be held, and what is known of it. */
export interface ToHold {
  readonly tree: string;
  readonly head: string;
  readonly last: Checkpoint | null;
  /** What differs from `head`. */
  readonly objects: readonly Difference[];
}

/**
 * Makes the checkpoint. Of the user's objects it rests on the base alone, which a ref of ours holds
 * there; everything else is the private store's own before a ref says that it is held.
 */
export const hold = async (
  { stores, spec }: { readonly stores: Stores; readonly spec: WorkspaceSpec },
  wanted: ToHold,
): Promise<Result<Checkpoint, Failure>> => {
  const { store } = stores;
  const { head, tree, last } = wanted;
  const { run, task, n, attempt, base } = spec;
  const own = await makeOwn(stores, { base, wanted, keep: keepRef(run, task, n) });
  if (!own.ok) return own;
  const seconds = Math.floor(Date.now() / 1000);
  const seq = (last?.seq ?? 0) + 1;
  const commit = await gitLine(
    store.commonDir,
    ['commit-tree', tree, '-p', head, '-m', `fanin: ${attemptLabel(task, n)} at work`],
    onObjects(store, { env: signed(seconds), config: TO_DISK }),
  );
  if (!commit.ok) return commit;
  const ref = checkpointRef(run, task, n, seq);
  const set = await git(
    store.commonDir,
    ['update-ref', ref, commit.value, '0'.repeat(commit.value.length)],
    onObjects(store, { config: TO_DISK }),
  );
  if (!set.ok) return set;
  return ok({ attempt, run, task, n, seq, commit: commit.value, tree, head, at: seconds * 1000 });
};

const makeOwn = async (
  stores: Stores,
  of: { readonly base: string; readonly wanted: ToHold; readonly keep: string },
): Promise<Result<null, Failure>> => {
  const { base, wanted, keep } = of;
  const { main } = stores;
  if (wanted.last === null) {
    const kept = await git(main.commonDir, ['update-ref', keep, base], onObjects(main));
    if (!kept.ok) return kept;
  }
  const history = await ownHistory(stores, {
    base,
    head: wanted.head,
    known: wanted.last?.head ?? null,
  });
  if (!history.ok) return history;
  const ids = wanted.objects.flatMap(({ object }) => object ?? []);
  const isHeads = wanted.objects.length === 0;
  return ownObjects(stores, isHeads ? ids : [...ids, wanted.tree]);
};

const signed = (seconds: number): Readonly<Record<string, string>> => ({
  GIT_AUTHOR_NAME: 'fanin',
  GIT_AUTHOR_EMAIL: 'fanin@localhost',
  GIT_AUTHOR_DATE: `${String(seconds)} +0000`,
  GIT_COMMITTER_NAME: 'fanin',
  GIT_COMMITTER_EMAIL: 'fanin@localhost',
  GIT_COMMITTER_DATE: `${String(seconds)} +0000`,
});
