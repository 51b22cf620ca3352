import { dirname } from 'node:path';
import type { Workspace } from '../../../domain/attempt/attempt.ts';
import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { landedRef } from '../../../domain/ids.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { Removal, WorkspaceSpec } from '../../../ports/workspaces.ts';
import { runGit } from '../../git/git.ts';
import type { GitCommand, GitOutput } from '../../git/git.ts';
import { onObjects } from '../../git/object-access.ts';
import { isAncestor, moveRefs, resolveObjects } from '../../git/refs.ts';
import { listWorktrees } from '../../git/worktree-list.ts';
import { deleteWorkCopy } from './delete-copy.ts';
import { forget } from './half-made.ts';
import { harvestRefs } from '../harvest-refs.ts';
import { processesIn } from '../processes.ts';
import { hasRecord, writeRecord } from '../records.ts';
import { lookAt } from './state.ts';
import type { WorkspaceState } from '../state.ts';
import { whyNotHeld } from './held.ts';
import { folderOf, isItself, lockReason } from '../yard.ts';
import type { Yard } from '../yard.ts';

/**
 * Removes a workspace and its branch when all that is in it is held elsewhere. Looks again itself;
 * `kept` says why it stays. Fine when the workspace is gone, half gone, or unknown to git.
 * Codes: `outside-root`, and those of git.
 */
export const removeWorktree = async (
  yard: Yard,
  workspace: Workspace,
  spec: WorkspaceSpec,
): Promise<Result<Removal, Failure>> => {
  const looked = await look(yard, workspace, spec);
  if (!looked.ok) return looked;
  const { state, why } = looked.value;
  if (why !== null) return kept(why);
  const leaving = { workspace, spec, state };
  let refs: GitOutput | null = null;
  if (state.exists) {
    await writeRecord(spec.folder, 'removing.json', { path: workspace.path });
    const deleted = await deleteWorkCopy(yard, state, asksForRefs(yard, leaving));
    if (!deleted.ok) return deleted;
    refs = deleted.value;
  }
  await forget(yard, workspace.path);
  await dropBranch(yard, leaving, refs);
  return ok({ removed: true });
};

/** What `removeWorktree` would come to now; removes nothing. Codes: as there. */
export const wouldRemoveWorktree = async (
  yard: Yard,
  workspace: Workspace,
  spec: WorkspaceSpec,
): Promise<Result<Removal, Failure>> => {
  const looked = await look(yard, workspace, spec);
  if (!looked.ok) return looked;
  return looked.value.why === null ? ok({ removed: true }) : kept(looked.value.why);
};

/** The workspace as it is, and why it must stay; null when it may go. */
const look = async (
  yard: Yard,
  workspace: Workspace,
  spec: WorkspaceSpec,
): Promise<Result<{ readonly state: WorkspaceState; readonly why: string | null }, Failure>> => {
  const folder = folderOf(yard, spec.attempt);
  if (!folder.ok) return folder;
  if (folder.value !== workspace.path) return err(outsideRoot(yard, workspace.path));
  const state = await lookAt(yard, workspace);
  const elsewhere = state.gitDir === null ? await movedTo(yard, spec) : null;
  if (elsewhere !== null) return ok({ state, why: `it was moved to ${elsewhere}` });
  const leaving = { workspace, spec, state };
  const why = state.exists ? await whyKept(yard, leaving) : await whyBooksKept(yard, leaving);
  return ok({ state, why });
};

const kept = (why: string): Result<Removal, Failure> => ok({ removed: false, kept: why });

const outsideRoot = (yard: Yard, path: string): Failure =>
  failure(
    'outside-root',
    `${path} is not where fanin keeps workspaces (${yard.root}), so it is not removed.`,
    {
      hint: 'If workspaces.root was changed, set it back for the clean-up.',
    },
  );

interface Leaving {
  readonly workspace: Workspace;
  readonly spec: WorkspaceSpec;
  readonly state: WorkspaceState;
}

/** A work copy that git lists elsewhere under this attempt's lock: somebody moved it. */
const movedTo = async (yard: Yard, spec: WorkspaceSpec): Promise<string | null> => {
  const known = await listWorktrees(yard.place);
  if (!known.ok) return null;
  const reason = lockReason(spec.attempt);
  return known.value.find(({ lock }) => lock === reason)?.path ?? null;
};

/** Why a workspace that is there must stay; null when it may go. Cheap reasons first. */
const whyKept = async (yard: Yard, leaving: Leaving): Promise<string | null> => {
  const { spec, state } = leaving;
  if (!isItself(state.path) || dirname(state.path) !== yard.root) return 'its folder is a link';
  const halfGone = hasRecord(spec.folder, 'removing.json');
  if (!state.claimed && !halfGone) return 'its .git file does not lead to this repository any more';
  const inside = processesIn(state.path);
  const [first] = inside;
  if (first !== undefined) {
    const more = inside.length > 1 ? ` and ${String(inside.length - 1)} more` : '';
    return `process ${String(first.pid)} (${first.name})${more} still runs in it`;
  }
  return whyNotHeld(yard, { ...leaving, halfGone });
};

/** The folder is gone, and its books may still be the only ones to know a commit. */
const whyBooksKept = async (yard: Yard, leaving: Leaving): Promise<string | null> => {
  const { state, spec, workspace } = leaving;
  if (state.gitDir === null) return null;
  const holders = [workspace.base, ...(await holdersOf(yard, spec))];
  for (const holder of holders) {
    if (await isAncestor(yard.place, state.head, holder)) return null;
  }
  return `its commit ${state.head} is in no ref`;
};

const holdersOf = async (yard: Yard, spec: WorkspaceSpec): Promise<readonly string[]> => {
  const found = await resolveObjects(yard.place, holderRefs(spec));
  return found.filter((value) => value !== null);
};

const holderRefs = (spec: WorkspaceSpec): readonly string[] => [
  harvestRefs(spec).harvest,
  landedRef(spec.run, spec.task),
];

/**
 * The branch goes when its commits are held elsewhere and nobody has it checked out; else it stays.
 * `refs`: what was seen after the work copy had gone, if anything.
 */
const dropBranch = async (yard: Yard, leaving: Leaving, refs: GitOutput | null): Promise<void> => {
  const { place } = yard;
  const { workspace, spec } = leaving;
  const asked = refs === null ? await runGit(asksForRefs(yard, leaving)) : ok(refs);
  if (!asked.ok) return;
  const seen = asked.value;
  const ref = `refs/heads/${workspace.branch}`;
  const tip = refIn(seen, ref);
  if (tip === null || tip.checkedOut) return;
  const holders = holderRefs(spec).map((holder) => refIn(seen, holder)?.at ?? null);
  for (const holder of [workspace.base, ...holders]) {
    if (holder === null) continue;
    if (tip.at !== holder && !(await isAncestor(place, tip.at, holder))) continue;
    await moveRefs(place, [{ kind: 'delete', ref, old: tip.at }], 'fanin: workspace removed');
    return;
  }
};

/** The branch, where it is checked out, and what may hold it; `refIn` reads the output. */
const asksForRefs = ({ place }: Yard, { workspace, spec }: Leaving): GitCommand => ({
  cwd: place.commonDir,
  args: [
    'for-each-ref',
    '--format=%(objectname) %(refname) %(worktreepath)',
    `refs/heads/${workspace.branch}`,
    ...holderRefs(spec),
  ],
  options: onObjects(place, { readOnly: true }),
});

const refIn = ({ stdout }: GitOutput, ref: string) => {
  const lines = stdout.toString('utf8').split('\n');
  const line = lines.find((each) => each.split(' ', 2)[1] === ref);
  if (line === undefined) return null;
  const [at = ''] = line.split(' ', 1);
  return { at, checkedOut: line.length > at.length + ref.length + 2 };
};
