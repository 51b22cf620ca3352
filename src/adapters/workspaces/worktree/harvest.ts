import type { Finding, Harvest, Workspace } from '../../../domain/attempt/attempt.ts';
import type { Failure } from '../../../domain/failure.ts';
import { attemptLabel } from '../../../domain/ids.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { WorkspaceSpec } from '../../../ports/workspaces.ts';
import { commitTree } from '../../git/commit.ts';
import type { RepositoryPlace } from '../../git/discover.ts';
import { gitLine } from '../../git/git.ts';
import { onObjects } from '../../git/object-access.ts';
import { readRef, resolveTree, setRef } from '../../git/refs.ts';
import { harvestFindings, missingFinding } from './findings.ts';
import { harvestRefs } from './harvest-refs.ts';
import type { HarvestRefs } from './harvest-refs.ts';
import { broughtInRecord, snapshotOf } from './scene.ts';
import type { Scene } from './scene.ts';
import { droppedCommits, lookAtBoth } from './state.ts';
import type { WorkspaceState } from './state.ts';
import type { Yard } from './yard.ts';

/**
 * Takes everything in a workspace into refs. The agent's index, HEAD and branch stay as they are.
 * Called again it finds its own commit and makes no second one. Codes: those of git.
 */
export const harvestWorktree = async (
  yard: Yard,
  workspace: Workspace,
  spec: WorkspaceSpec,
): Promise<Result<Harvest, Failure>> => {
  const { harvest, staged, dropped } = harvestRefs(spec);
  const names = [harvest, staged, dropped];
  const { state, objects } = await lookAtBoth(yard, workspace, names);
  if (!state.exists) return harvestWithoutFolder(yard, { workspace, spec, state });
  const record = broughtInRecord(spec);
  const snapshot = await snapshotOf(yard, { spec, state, record });
  if (!snapshot.ok) return snapshot;
  const scene: Scene = { workspace, spec, state, record, snapshot: snapshot.value };
  const held = await hold(yard.place, scene, refsWith(spec, objects));
  if (!held.ok) return held;
  const findings = await harvestFindings(yard.place, { ...scene, dropped: held.value.dropped });
  return ok({
    commit: held.value.commit,
    tree: scene.snapshot.tree,
    base: workspace.base,
    snapshot: scene.snapshot.tree !== scene.snapshot.headTree,
    findings,
  });
};

/** Makes commits and refs; the extra refs first, so that the harvest ref says that all is held. */
const hold = async (
  place: RepositoryPlace,
  scene: Scene,
  refs: RefsNow,
): Promise<Result<{ readonly commit: string | null; readonly dropped: number }, Failure>> => {
  const { snapshot, state, workspace, spec } = scene;
  const label = attemptLabel(spec.task, spec.n);
  const left =
    state.gitDir === null ? ok([]) : await droppedCommits(place, state.gitDir, [state.head]);
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
interface RefNow {
  readonly ref: string;
  readonly at: string | null;
}

type RefsNow = Readonly<Record<keyof HarvestRefs, RefNow>>;

/** Where they were at the look: whatever has moved one since, the move of it will notice. */
const refsWith = (spec: WorkspaceSpec, objects: readonly (string | null)[]): RefsNow => {
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
  const commit = await commitTree(place, wanted.tree, wanted.parents, `${wanted.message}\n`);
  return commit.ok ? holdCommit(place, now, commit.value) : commit;
};

const holdCommit = async (
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
  const commit = await commitTree(place, dropped.tree, parents, message);
  return commit.ok ? holdCommit(place, now, commit.value) : commit;
};

/** The folder is gone: what the agent committed is what there is. */
const harvestWithoutFolder = async (
  yard: Yard,
  of: {
    readonly workspace: Workspace;
    readonly spec: WorkspaceSpec;
    readonly state: WorkspaceState;
  },
): Promise<Result<Harvest, Failure>> => {
  const { workspace, spec, state } = of;
  const ref = harvestRefs(spec).harvest;
  const held = await readRef(yard.place, ref);
  const commit = held ?? (state.head === workspace.base ? null : state.head);
  if (held === null && commit !== null) {
    const set = await holdCommit(yard.place, { ref, at: held }, commit);
    if (!set.ok) return set;
  }
  const tree = (await resolveTree(yard.place, commit ?? workspace.base)) ?? '';
  const findings: readonly Finding[] = [missingFinding(workspace.path)];
  return ok({ commit, tree, base: workspace.base, snapshot: false, findings });
};
