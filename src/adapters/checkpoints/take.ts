import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../../domain/attempt/attempt.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Checkpoint, CheckpointTaken } from '../../ports/checkpoints.ts';
import type { WorkspaceSpec } from '../../ports/workspaces.ts';
import { trustedFilters } from '../git/filters.ts';
import { gitAll, runGit } from '../git/git.ts';
import { restoreIdentical } from '../git/snapshot/identical.ts';
import { dropKept, throughKept, updateKept } from '../git/snapshot/kept-index.ts';
import type { IndexStamp, KeptIndex } from '../git/snapshot/kept-index.ts';
import { findNested } from '../git/snapshot/nested.ts';
import type { NestedRepository } from '../git/snapshot/nested.ts';
import { idIn } from '../git/snapshot/take-in.ts';
import { lookedUp, lookUp } from '../git/refs.ts';
import { worktreeGitDir } from '../git/worktree-list.ts';
import { checkpointsIn, newestListing } from './checkpoint-refs.ts';
import { differences, filesIn } from './differences.ts';
import { hold } from './hold.ts';
import { archiveNested } from './nested-archives.ts';
import type { Stores } from './own-objects.ts';
import { keepSecrets } from './secrets.ts';
import type { BroughtFile } from './secrets.ts';

/** What is remembered of an attempt from one checkpoint to the next. All of it can be lost. */
export interface Memory {
  /** Our index; a name of this engine's own, since a git of an earlier one may still be at work on its. */
  readonly index: string;
  stamp: IndexStamp | null;
  nested: readonly NestedRepository[];
  /** When repositories were looked for last (epoch ms), and for how long. */
  walked: { readonly at: number; readonly ms: number } | null;
  readonly secrets: Map<string, string>;
  readonly archives: Map<string, string>;
}

/** Everything one checkpoint needs. */
export interface Taking {
  readonly stores: Stores;
  readonly workspace: Workspace;
  readonly spec: WorkspaceSpec;
  readonly secret: readonly BroughtFile[];
  readonly memory: Memory;
}

/** Where an attempt's copies beside git lie. */
export const besideFolder = (attemptFolder: string): string => join(attemptFolder, 'checkpoint');

/** Remembers nothing yet; clears away what an earlier engine has left. */
export const newMemory = (attemptFolder: string, instance: string): Memory => {
  const folder = besideFolder(attemptFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (name.startsWith('index-')) dropKept(join(folder, name));
  return {
    index: join(folder, `index-${instance}`),
    stamp: null,
    nested: [],
    walked: null,
    secrets: new Map(),
    archives: new Map(),
  };
};

/** Looks at the workspace and holds what is new in it. */
export const takeCheckpoint = async (taking: Taking): Promise<Result<CheckpointTaken, Failure>> => {
  const first = await attempt(taking);
  if (first.ok || taking.memory.stamp === null) return first;
  // Our index may name what has been lost since: a new one names what is there.
  taking.memory.stamp = null;
  taking.memory.walked = null;
  return attempt(taking);
};

const attempt = async (taking: Taking): Promise<Result<CheckpointTaken, Failure>> => {
  const { stores, workspace, memory } = taking;
  const gitDir = worktreeGitDir(stores.main, workspace.path);
  if (gitDir === null || !existsSync(workspace.path))
    return err(failure('workspace-missing', `There is no workspace at ${workspace.path}.`));
  const before = await lookBefore(taking, gitDir);
  if (!before.ok) return before;
  const filters = await trustedFilters(gitDir);
  if (!filters.ok) return filters;
  const kept: KeptIndex = {
    path: workspace.path,
    gitDir,
    head: before.value.head,
    scratch: memory.index,
    config: filters.value,
    objects: join(stores.store.commonDir, 'objects'),
  };
  const seen = await lookInside(taking, kept);
  if (!seen.ok) return seen;
  const left = [...seen.value.left, ...(await lookBeside(taking))];
  return conclude(taking, { kept, left, before: before.value, tree: seen.value.tree });
};

interface Before {
  readonly head: string;
  readonly headTree: string;
  readonly last: Checkpoint | null;
}

/** Where the agent is, and what is held already. */
const lookBefore = async (
  { stores, workspace, spec }: Taking,
  gitDir: string,
): Promise<Result<Before, Failure>> => {
  const names = ['HEAD^{commit}', 'HEAD^{tree}', `${workspace.base}^{tree}`];
  const asked = await gitAll([lookUp(gitDir, names), newestListing(stores.store, spec)]);
  if (!asked.ok) return asked;
  const [objects, newest] = asked.value;
  const [head, headTree, baseTree] = lookedUp(objects, names);
  const whole = typeof head === 'string' && typeof headTree === 'string';
  return ok({
    head: whole ? head : workspace.base,
    headTree: (whole ? headTree : baseTree) ?? '',
    last: checkpointsIn(newest)[0] ?? null,
  });
};

/** Repositories inside are looked for again when this many times the last search has passed, in ms at least. */
const WALK_FACTOR = 50;
const WALK_PAUSE_MS = 60_000;

const lookInside = async (
  taking: Taking,
  kept: KeptIndex,
): Promise<Result<{ readonly tree: string; readonly left: readonly string[] }, Failure>> => {
  const { memory } = taking;
  const due =
    memory.walked === null ||
    Date.now() > memory.walked.at + Math.max(WALK_PAUSE_MS, WALK_FACTOR * memory.walked.ms);
  let added = due && (await walk(taking, kept));
  for (;;) {
    const secret = taking.secret.map(({ path }) => path);
    const own = memory.nested.filter(({ ignored }) => !ignored).map(({ path }) => path);
    // What is outside now may be in our index from before.
    const taken = await updateKept(kept, [...secret, ...own], added ? null : memory.stamp);
    if (!taken.ok) return taken;
    memory.stamp = taken.value.stamp;
    const { tree, unread, strange } = taken.value;
    added = strange && (await walk(taking, kept));
    if (!added) return ok({ tree, left: unread === null ? [] : [unread] });
  }
};

/** True when it found a repository that was not known. */
const walk = async ({ workspace, memory }: Taking, kept: KeptIndex): Promise<boolean> => {
  const started = performance.now();
  const found = await findNested(workspace.path, kept.gitDir);
  const added = found.some(
    ({ path, ignored }) =>
      !memory.nested.some((known) => known.path === path && known.ignored === ignored),
  );
  memory.nested = found;
  memory.walked = { at: Date.now(), ms: performance.now() - started };
  return added;
};

/** What is kept outside git. */
const lookBeside = async ({
  workspace,
  spec,
  secret,
  memory,
}: Taking): Promise<readonly string[]> => {
  const folder = besideFolder(spec.folder);
  const secrets = { folder: join(folder, 'brought-in'), seen: memory.secrets };
  const archives = { folder: join(folder, 'nested'), seen: memory.archives };
  return [
    ...(await keepSecrets(workspace.path, secret, secrets)),
    ...(await archiveNested(workspace.path, memory.nested, archives)),
  ];
};

interface Seen {
  readonly kept: KeptIndex;
  readonly left: readonly string[];
  readonly before: Before;
  readonly tree: string;
}

const conclude = async (taking: Taking, seen: Seen): Promise<Result<CheckpointTaken, Failure>> => {
  const { before, left } = seen;
  const { last, head, headTree } = before;
  const { base } = taking.workspace;
  const isOld = (tree: string): boolean =>
    last === null ? head === base && tree === headTree : head === last.head && tree === last.tree;
  const unchanged = ok({ kind: 'unchanged' as const, last, left });
  if (isOld(seen.tree)) return unchanged;
  const tree = await withoutPhantoms(taking, seen);
  if (!tree.ok) return tree;
  if (isOld(tree.value)) return unchanged;
  const objects = await differences(taking.stores.store, headTree, tree.value);
  if (!objects.ok) return objects;
  const since = last?.tree ?? headTree;
  const changed =
    since === headTree
      ? ok(filesIn(objects.value))
      : await fileCount(taking.stores, since, tree.value);
  if (!changed.ok) return changed;
  const held = await hold(taking, { ...before, tree: tree.value, objects: objects.value });
  return held.ok
    ? ok({ kind: 'taken', checkpoint: held.value, changed: changed.value, left })
    : held;
};

/** Files that attributes make look changed are as HEAD has them. */
const withoutPhantoms = async (
  taking: Taking,
  { kept, before, tree }: Seen,
): Promise<Result<string, Failure>> => {
  if (tree === before.headTree) return ok(tree);
  const inTree = throughKept(kept);
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--diff-filter=M', before.headTree, tree];
  const modified = await runGit(inTree(args, { readOnly: true }));
  if (!modified.ok) return modified;
  const restored = await restoreIdentical(taking.workspace.path, modified.value.stdout, inTree);
  if (!restored.ok) return restored;
  if (!restored.value) return ok(tree);
  const again = await runGit(inTree(['write-tree']));
  return again.ok ? ok(idIn(again.value)) : again;
};

const fileCount = async (
  { store }: Stores,
  from: string,
  to: string,
): Promise<Result<number, Failure>> => {
  const found = await differences(store, from, to);
  return found.ok ? ok(filesIn(found.value)) : found;
};
