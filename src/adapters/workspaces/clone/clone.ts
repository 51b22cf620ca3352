import type { Workspace } from '../../../domain/attempt/attempt.ts';
import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { WorkspaceSpec } from '../../../ports/workspaces.ts';
import { borrowCopy } from '../check-names.ts';
import { listYard } from '../list.ts';
import { roomAt, roomNamed } from '../room.ts';
import { createTurn } from '../turn.ts';
import { folderOf, openYard } from '../yard.ts';
import type { Yard } from '../yard.ts';
import { removeFreeCopies } from '../yard-workspaces.ts';
import type { YardWorkspaces } from '../yard-workspaces.ts';
import { openCloneCopy } from './check-copy.ts';
import { limitsOf, NO_SESSIONS } from './deps.ts';
import type { CloneDeps } from './deps.ts';
import { entryFor } from './enclosure.ts';
import { harvestClone } from './harvest.ts';
import { readLender } from './lender.ts';
import { prepareClone } from './prepare.ts';
import { deleteRoom, removeClone, wouldRemoveClone } from './remove.ts';
import type { Getting } from './take-out.ts';

/**
 * Workspaces as private clones behind a boundary, beside the main checkout. One object per engine: it
 * lets one creation or removal through at a time, and knows which check copies are in use.
 */
export const cloneWorkspaces = (deps: CloneDeps): YardWorkspaces => {
  const turn = createTurn();
  const inUse = new Set<string>();
  const first = deps.firstCopy ?? 1;
  const inYard = <T>(
    work: (yard: Yard) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> =>
    turn(async () => {
      const yard = openYard(deps);
      return yard.ok ? work(yard.value) : yard;
    });
  return {
    capabilities: { level: 'sandbox', boundary: true },
    prepare: (spec) => inYard((yard) => prepareClone(yard, deps.uids, spec)),
    enter: async ({ path }, command, needs) => {
      const inside = await insideOf(deps, path);
      if (!inside.ok) return inside;
      const { doors, room } = inside.value;
      const entry = await entryFor(doors, room, needs);
      return entry.ok ? ok(entry.value.wrap(command)) : entry;
    },
    // Reads alone, but for its own refs: a harvest never waits for somebody's checkout.
    harvest: (workspace, spec) => getting(deps, workspace, spec, harvestClone),
    remove: (workspace, spec) => turn(() => getting(deps, workspace, spec, removeClone)),
    wouldRemove: (workspace, spec) => turn(() => getting(deps, workspace, spec, wouldRemoveClone)),
    checkCopy: (run, commit) =>
      inYard((yard) =>
        borrowCopy({ inUse, first }, run, async (name) => {
          const lent = await lending(deps, yard);
          if (!lent.ok) return lent;
          const { promisor } = lent.value.lent;
          const { uids } = deps;
          const making = { yard, ...lent.value, promisor, uids, limits: limitsOf(deps) };
          return openCloneCopy(making, name, commit);
        }),
      ),
    list: () => inYard(listYard),
    removeCheckCopy: (name) => inYard((yard) => deleteCopy(yard, name)),
    removeCheckCopies: () => inYard((yard) => removeFreeCopies(yard, 'sandbox', inUse, deleteCopy)),
  };
};

/** A place that fanin made and somebody can get into. */
const insideOf = async (deps: CloneDeps, path: string) => {
  const yard = openYard(deps);
  if (!yard.ok) return yard;
  const room = roomAt(yard.value, path);
  if (room === null) return err(failure('workspace-missing', `There is no workspace at ${path}.`));
  const lent = await lending(deps, yard.value);
  return lent.ok ? ok({ doors: lent.value.doors, room }) : lent;
};

/** What the user's repository lends, and the ways in that show it. */
const lending = async ({ boundary }: CloneDeps, { place }: Yard) => {
  const lender = await readLender(place);
  if (!lender.ok) return lender;
  return ok({ doors: { boundary, lent: lender.value.folders }, lent: lender.value });
};

/** Does something with one attempt's clone. Code `outside-root`: it lies elsewhere. */
export const getting = async <T>(
  deps: CloneDeps,
  workspace: Workspace,
  spec: WorkspaceSpec,
  work: (of: Getting) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> => {
  const yard = openYard(deps);
  if (!yard.ok) return yard;
  const folder = folderOf(yard.value, spec.attempt);
  if (!folder.ok) return folder;
  if (folder.value !== workspace.path) return err(outsideRoot(yard.value, workspace.path));
  const lent = await lending(deps, yard.value);
  if (!lent.ok) return lent;
  return work({
    yard: yard.value,
    ...lent.value,
    room: roomNamed(yard.value, spec.attempt),
    workspace,
    spec,
    limits: limitsOf(deps),
    sessions: deps.sessions ?? NO_SESSIONS,
  });
};

const outsideRoot = (yard: Yard, path: string): Failure =>
  failure('outside-root', `${path} is not where fanin keeps workspaces (${yard.root}).`, {
    hint: 'If workspaces.root was changed, set it back.',
  });

const deleteCopy = async (yard: Yard, name: string): Promise<Result<null, Failure>> => {
  const folder = folderOf(yard, name);
  return folder.ok ? deleteRoom(roomNamed(yard, name)) : folder;
};
