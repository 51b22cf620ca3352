import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { ConfigEntry } from '../environment.ts';
import { trustedFilters } from '../filters.ts';
import { runGit } from '../git.ts';
import { onTree } from '../object-access.ts';
import { restoreIdentical } from './identical.ts';
import type { IndexSource, InTree } from './index-copy.ts';
import { findNested } from './nested.ts';
import type { NestedRepository } from './nested.ts';
import { idIn, takeIn } from './take-in.ts';
import type { TakenIn } from './take-in.ts';

/** A workspace as it lies there. */
export interface SnapshotSource extends IndexSource {
  /** Files that must stay out of git. */
  readonly secret: readonly string[];
  /** What content filters do, where it is known already. */
  readonly filters?: readonly ConfigEntry[];
  /** Variables that send new objects elsewhere than into the repository. */
  readonly objects?: Readonly<Record<string, string>>;
}

/** The content of a workspace as git objects. */
export interface Snapshot {
  /** Everything that is tracked or not ignored. */
  readonly tree: string;
  readonly headTree: string;
  /** The index, when it holds a version of a file that is neither in HEAD nor in the work copy. */
  readonly stagedTree: string | null;
  readonly nested: readonly NestedRepository[];
  /** What git could not take in, in its words; null when it took everything. */
  readonly unread: string | null;
}

/**
 * Writes the workspace's content as trees, through a copy of its index: the agent's own index, its
 * locks and its HEAD are not touched. Codes: those of git.
 */
export const takeSnapshot = async (source: SnapshotSource): Promise<Result<Snapshot, Failure>> => {
  const known = source.filters;
  const filters = known === undefined ? await trustedFilters(source.gitDir) : ok(known);
  if (!filters.ok) return filters;
  const nested = await findNested(source.path, source.gitDir);
  mkdirSync(dirname(source.scratch), { recursive: true });
  const inTree: InTree = (args, more = {}) => ({
    cwd: source.path,
    args,
    options: onTree(source.gitDir, source.path, {
      ...more,
      // What the agent's index remembers of untracked files is not to be relied upon.
      config: [...filters.value, ['core.untrackedCache', 'false']],
      env: { GIT_INDEX_FILE: source.scratch, ...source.objects },
    }),
  });
  try {
    const kept = nested.filter((repository) => !repository.ignored).map(({ path }) => path);
    const taken = await takeIn(source, [...source.secret, ...kept], inTree);
    return taken.ok ? await snapshotOf(source, { ...taken.value, nested }, inTree) : taken;
  } finally {
    rmSync(source.scratch, { force: true });
    rmSync(`${source.scratch}.lock`, { force: true });
  }
};

const snapshotOf = async (
  source: SnapshotSource,
  taken: TakenIn & { readonly nested: readonly NestedRepository[] },
  inTree: InTree,
): Promise<Result<Snapshot, Failure>> => {
  const { nested, unread, headTree, staged } = taken;
  const restored =
    taken.tree === headTree
      ? ok(false)
      : await restoreIdentical(source.path, taken.modified, inTree);
  if (!restored.ok) return restored;
  const again = restored.value ? await runGit(inTree(['write-tree'])) : null;
  if (again?.ok === false) return again;
  const both = { tree: again === null ? taken.tree : idIn(again.value), headTree };
  const stagedTree = staged === null ? null : await ownStagedTree(staged, both, inTree);
  return ok({ ...both, stagedTree, nested, unread });
};

/** The staged tree, when some path's staged version differs from both HEAD's and the work copy's. */
const ownStagedTree = async (
  staged: string,
  others: { readonly tree: string; readonly headTree: string },
  inTree: InTree,
): Promise<string | null> => {
  if (staged === others.tree || staged === others.headTree) return null;
  const differing = async (from: string): Promise<ReadonlySet<string>> => {
    const args = ['diff-tree', '-r', '-z', '--name-only', '--diff-filter=d', from, staged];
    const output = await runGit(inTree(args));
    return new Set(
      output.ok ? output.value.stdout.toString('latin1').split('\0').slice(0, -1) : [],
    );
  };
  const fromHead = await differing(others.headTree);
  const fromWork = await differing(others.tree);
  return [...fromHead].some((path) => fromWork.has(path)) ? staged : null;
};
