import type { Finding, Harvest, Workspace } from '../../../domain/attempt/attempt.ts';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { WorkspaceSpec } from '../../../ports/workspaces.ts';
import { readRef, resolveTree } from '../../git/refs.ts';
import { harvestedContent } from '../content-findings.ts';
import { missingFinding } from '../findings.ts';
import { harvestFindings } from './findings.ts';
import { harvestRefs } from '../harvest-refs.ts';
import { hold, holdCommit, refsWith } from '../hold.ts';
import { broughtInRecord, snapshotOf } from '../scene.ts';
import type { Scene } from '../scene.ts';
import { lookAtBoth } from './state.ts';
import type { WorkspaceState } from '../state.ts';
import type { Yard } from '../yard.ts';

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
  const { commit, dropped: left } = held.value;
  // Asked for together: see docs/adr/0007.
  const findings = await Promise.all([
    harvestFindings(yard.place, { ...scene, dropped: left }),
    harvestedContent(yard.place, workspace.base, commit),
  ]);
  return ok({
    commit,
    tree: scene.snapshot.tree,
    base: workspace.base,
    snapshot: scene.snapshot.tree !== scene.snapshot.headTree,
    findings: findings.flat(),
  });
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
