import type { Failure } from '../../domain/failure.ts';
import { attemptLabel } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { WorkspaceSpec } from '../../ports/workspaces.ts';
import { commitTree } from '../git/commit.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { gitLine } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';
import { resolveTree, setRef } from '../git/refs.ts';
import { droppedCommits } from './dropped-commits.ts';
import { harvestRefs } from './harvest-refs.ts';
import type { HarvestRefs } from './harvest-refs.ts';
import type { Scene } from './scene.ts';

/** Makes commits and refs; the extra refs first, so that the harvest ref says that all is held. */
export const hold = async (
  place: RepositoryPlace,
  scene: Scene,
  refs: RefsNow,
  logs?: readonly string[],
): Promise<Result<{ readonly commit: string | null; readonly dropped: number }, Failure>> => {
  const { snapshot, state, workspace, spec } = scene;
  const label = attemptLabel(spec.task, spec.n);
  const left =
    state.gitDir === null ? ok([]) : await droppedCommits(place, state.gitDir, [state.head], logs);
  if (!left.ok) return left;
  const lost = left.value;
  if (snapshot.stagedTree !== null) {
    const message = `fanin: what ${label} had staged`;
    const staged = await holdTree(place, refs.staged, {
      tree: snapshot.stagedTree,
      parents: [state.head],
      message,
    });
    if (!staged.ok) return staged;
  }
  if (lost.length > 0) {
    const dropped = await holdDropped(place, refs.dropped, {
      tree: snapshot.headTree,
      lost,
      label,
    });
    if (!dropped.ok) return dropped;
  }
  const clean = snapshot.tree === snapshot.headTree;
  if (clean && state.head === workspace.base) return ok({ commit: null, dropped: lost.length });
  const message = `fanin: what ${label} left uncommitted`;
  const commit = clean
    ? await holdCommit(place, refs.harvest, state.head)
    : await holdTree(place, refs.harvest, {
        tree: snapshot.tree,
        parents: [state.head],
        message,
      });
  return commit.ok ? ok({ commit: commit.value, dropped: lost.length }) : commit;
};

/** A ref and what it points to. */
export interface RefNow {
  readonly ref: string;
  readonly at: string | null;
}

/** The same for every ref of a harvest. */
export type RefsNow = Readonly<Record<keyof HarvestRefs, RefNow>>;

/** Where they were at the look, in the order of `harvestRefs`: whatever has moved one since, the move of it will notice. */
export const refsWith = (spec: WorkspaceSpec, objects: readonly (string | null)[]): RefsNow => {
  const { harvest, staged, dropped } = harvestRefs(spec);
  const [atHarvest = null, atStaged = null, atDropped = null] = objects;
  return {
    harvest: { ref: harvest, at: atHarvest },
    staged: { ref: staged, at: atStaged },
    dropped: { ref: dropped, at: atDropped },
  };
};

interface TreeToHold {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

/** Points `ref` to a commit of the tree: to the one it has, when that is the same. */
const holdTree = async (
  place: RepositoryPlace,
  now: RefNow,
  wanted: TreeToHold,
): Promise<Result<string, Failure>> => {
  if (now.at !== null && (await isCommitOf(place, now.at, wanted))) return ok(now.at);
  const commit = await commitTree(place, { ...wanted, message: `${wanted.message}\n` });
  return commit.ok ? holdCommit(place, now, commit.value) : commit;
};

export const holdCommit = async (
  place: RepositoryPlace,
  { ref, at }: RefNow,
  commit: string,
): Promise<Result<string, Failure>> => {
  const set = await setRef(place, ref, commit, at);
  return set.ok ? ok(commit) : set;
};

const isCommitOf = async (
  place: RepositoryPlace,
  commit: string,
  wanted: TreeToHold,
): Promise<boolean> => {
  if ((await resolveTree(place, commit)) !== wanted.tree) return false;
  const args = ['rev-list', '--parents', '-n', '1', commit];
  const line = await gitLine(place.commonDir, args, onObjects(place, { readOnly: true }));
  return line.ok && line.value === [commit, ...wanted.parents].join(' ');
};

/** Commits left behind become parents of one commit, together with those of an earlier harvest. */
const holdDropped = async (
  place: RepositoryPlace,
  now: RefNow,
  dropped: { readonly tree: string; readonly lost: readonly string[]; readonly label: string },
): Promise<Result<string, Failure>> => {
  const parents = now.at === null ? dropped.lost : [now.at, ...dropped.lost];
  const message = `fanin: commits that ${dropped.label} made and left behind\n`;
  const commit = await commitTree(place, { tree: dropped.tree, parents, message });
  return commit.ok ? holdCommit(place, now, commit.value) : commit;
};
