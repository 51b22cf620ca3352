import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Workspace } from '../../domain/attempt/attempt.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { CheckpointTaken } from '../../ports/checkpoints.ts';
import type { WorkspaceSpec } from '../../ports/workspaces.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { runGit } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';
import { resolveObjects } from '../git/refs.ts';
import { checkpointsIn, newestListing } from './checkpoint-refs.ts';
import { differences, filesIn } from './differences.ts';
import { hold } from './hold.ts';
import type { Stores } from './own-objects.ts';
import { besideFolder } from './take.ts';

/** What lies in a workspace that git is never run on from outside. */
export interface SeenInside {
  readonly head: string;
  readonly tree: string;
  /** What could not be taken, one line each. */
  readonly left: readonly string[];
  /** Copies of files that were brought in and changed. */
  readonly copies: readonly { readonly path: string; readonly copy: string }[];
  /** Brings a commit of that tree, on top of that head, into a repository. */
  readonly fetch: (place: RepositoryPlace, ref: string) => Promise<Result<null, Failure>>;
}

/** Looks into such a workspace. Codes: those of its boundary. */
export type LookInside = (
  workspace: Workspace,
  spec: WorkspaceSpec,
) => Promise<Result<SeenInside, Failure>>;

/** A look, and where it is to be held. */
export interface InsideTaking {
  readonly stores: Stores;
  readonly workspace: Workspace;
  readonly spec: WorkspaceSpec;
  readonly look: LookInside;
}

/** Looks at the workspace through its boundary, and holds what is new in it. Nothing is fetched when nothing is. */
export const takeInsideCheckpoint = async ({
  stores,
  workspace,
  spec,
  look,
}: InsideTaking): Promise<Result<CheckpointTaken, Failure>> => {
  const { main, store } = stores;
  const newest = await runGit(newestListing(store, spec));
  if (!newest.ok) return newest;
  const last = checkpointsIn(newest.value)[0] ?? null;
  const seen = await look(workspace, spec);
  if (!seen.ok) return seen;
  const { head, tree, left } = seen.value;
  await keepCopies(spec.folder, seen.value);
  const [baseTree = null] = await resolveObjects(main, [`${spec.base}^{tree}`]);
  const known = last ?? { head: spec.base, tree: baseTree };
  if (head === known.head && tree === known.tree) return ok({ kind: 'unchanged', last, left });
  const passing = `refs/fanin/passing/${randomUUID()}`;
  const fetched = await seen.value.fetch(store, passing);
  if (!fetched.ok) return fetched;
  const held = await holdFetched({ stores, spec, last, seen: seen.value, passing });
  await runGit({
    cwd: store.commonDir,
    args: ['update-ref', '-d', passing],
    options: onObjects(store),
  });
  return held.ok ? ok({ kind: 'taken', ...held.value, left }) : held;
};

const holdFetched = async (of: {
  readonly stores: Stores;
  readonly spec: WorkspaceSpec;
  readonly last: Parameters<typeof hold>[1]['last'];
  readonly seen: SeenInside;
  readonly passing: string;
}) => {
  const { stores, spec, last, seen, passing } = of;
  const { head, tree } = seen;
  const names = [`${passing}^{tree}`, `${head}^{tree}`];
  const [fetchedTree = null, headTree = null] = await resolveObjects(stores.store, names);
  if (fetchedTree !== tree || headTree === null)
    return err(failure('inside-failed', 'What came from inside is not what was said to come.'));
  const objects = await differences(stores.store, headTree, tree);
  if (!objects.ok) return objects;
  const since = last?.tree ?? headTree;
  const more = since === headTree ? objects : await differences(stores.store, since, tree);
  if (!more.ok) return more;
  const checkpoint = await hold({ stores, spec }, { tree, head, last, objects: objects.value });
  return checkpoint.ok
    ? ok({ checkpoint: checkpoint.value, changed: filesIn(more.value) })
    : checkpoint;
};

const keepCopies = async (folder: string, { copies }: SeenInside): Promise<void> => {
  for (const { path, copy } of copies) {
    const to = join(besideFolder(folder), 'brought-in', path);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await copyFile(copy, `${to}.tmp`);
    await rename(`${to}.tmp`, to);
  }
};
