import { join } from 'node:path';
import type { Workspace } from '../../../domain/attempt/attempt.ts';
import { ok } from '../../../domain/result.ts';
import type { WorkspaceSpec } from '../../../ports/workspaces.ts';
import type { RepositoryPlace } from '../../git/discover.ts';
import { git } from '../../git/git.ts';
import { onObjects } from '../../git/object-access.ts';
import { someOf } from '../../git/paths.ts';
import { isAncestor, resolveObjects } from '../../git/refs.ts';
import { changedBroughtIn, isKeptCopy } from '../brought-in.ts';
import type { BroughtInRecord } from '../brought-in.ts';
import { harvestRefs } from '../harvest-refs.ts';
import { holdsWork } from '../../git/snapshot/nested.ts';
import type { NestedRepository } from '../../git/snapshot/nested.ts';
import { broughtInRecord, snapshotOf } from '../scene.ts';
import type { Snapshot } from '../../git/snapshot/snapshot.ts';
import { droppedCommits } from '../dropped-commits.ts';
import type { WorkspaceState } from '../state.ts';
import type { Yard } from '../yard.ts';

/** A workspace on its way out. `halfGone`: an earlier removal had begun to delete it. */
export interface Leaving {
  readonly workspace: Workspace;
  readonly spec: WorkspaceSpec;
  readonly state: WorkspaceState;
  readonly halfGone: boolean;
}

/** What in the workspace is held nowhere else, in words; null when everything is. */
export const whyNotHeld = async (yard: Yard, leaving: Leaving): Promise<string | null> => {
  const { spec, state } = leaving;
  const record = broughtInRecord(spec);
  const taken = await snapshotOf(yard, { spec, state, record });
  if (!taken.ok) return `its content could not be read again: ${taken.error.message}`;
  const snapshot = taken.value;
  if (snapshot.unread !== null) return `git cannot read everything in it: ${snapshot.unread}`;
  return (
    (await whyContent(yard, leaving, snapshot)) ??
    (await whyNested(state.path, snapshot.nested)) ??
    (await whyBroughtIn(leaving, record))
  );
};

/** What stands for the workspace is its harvest, or the base when there was nothing to harvest. */
const whyContent = async (
  yard: Yard,
  leaving: Leaving,
  snapshot: Snapshot,
): Promise<string | null> => {
  const { gitDir } = leaving.state;
  const { base } = leaving.workspace;
  const { harvest } = harvestRefs(leaving.spec);
  const [byHarvest, loose] = await Promise.all([
    compare(yard, leaving, { holder: harvest, tree: snapshot.tree }),
    gitDir === null ? ok([]) : droppedCommits(yard.place, gitDir, [base]),
  ]);
  const held =
    byHarvest.harvest === null
      ? await compare(yard, leaving, { holder: base, tree: snapshot.tree })
      : byHarvest;
  if (held.beyond === null) return 'its content could not be compared with the harvest';
  if (held.beyond.length > 0) return `it changed after the harvest: ${someOf(held.beyond)}`;
  const { stagedTree } = snapshot;
  if (stagedTree !== null && !leaving.halfGone && held.staged !== stagedTree)
    return 'its index holds staged versions that no ref holds';
  if (!held.hasCommits) return `its commit ${leaving.state.head} came after the harvest`;
  if (!loose.ok) return `its log could not be compared with the refs: ${loose.error.message}`;
  if (loose.value.length === 0) return null;
  return `its log names commits that no ref holds: ${someOf(loose.value)}`;
};

/** A workspace beside what is to hold it. */
interface Comparison {
  /** The harvest, and the tree that holds what was staged. */
  readonly harvest: string | null;
  readonly staged: string | null;
  /** Paths whose version is not the holder's; of a half-deleted folder, missing ones do not count. Null: nobody knows. */
  readonly beyond: readonly string[] | null;
  readonly hasCommits: boolean;
}

/** Names refs by their names: what counts is where they are when git looks. */
const compare = async (
  { place }: Yard,
  { spec, state, halfGone }: Leaving,
  { holder, tree }: { readonly holder: string; readonly tree: string },
): Promise<Comparison> => {
  const refs = harvestRefs(spec);
  const names = [
    refs.harvest,
    `${refs.staged}^{tree}`,
    `${holder}^{tree}`,
    `${holder}^{commit}`,
    `${holder}^1`,
  ];
  const found = await resolveObjects(place, names);
  const [harvest = null, staged = null, held = null, commit = null, parent = null] = found;
  // Nearly always the harvest is what lies there, on top of what had been committed.
  const same = held !== null && held === tree;
  const onTop = commit !== null && (state.head === commit || state.head === parent);
  return {
    harvest,
    staged,
    beyond: same ? [] : await beyond(place, { holder, tree, halfGone }),
    hasCommits: onTop || (await isAncestor(place, state.head, holder)),
  };
};

const beyond = async (
  place: RepositoryPlace,
  of: { readonly holder: string; readonly tree: string; readonly halfGone: boolean },
): Promise<readonly string[] | null> => {
  const filter = of.halfGone ? ['--diff-filter=d'] : [];
  const trees = [`${of.holder}^{tree}`, of.tree];
  const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', ...filter, ...trees];
  const diff = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  return diff.ok ? diff.value.stdout.toString('utf8').split('\0').slice(0, -1) : null;
};

const whyNested = async (
  workspace: string,
  nested: readonly NestedRepository[],
): Promise<string | null> => {
  for (const { path, ignored } of nested) {
    if (ignored && !(await holdsWork(join(workspace, path)))) continue;
    return `${path} in it is a repository of its own`;
  }
  return null;
};

const whyBroughtIn = async (leaving: Leaving, record: BroughtInRecord): Promise<string | null> => {
  for (const changed of await changedBroughtIn(leaving.state.path, record.files)) {
    if (!(await isKeptCopy(leaving.spec.folder, changed))) {
      return `${changed.path}, which was brought in, was changed and has not been copied`;
    }
  }
  return null;
};
