import { randomUUID } from 'node:crypto';
import { existsSync, lutimesSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../../../domain/attempt/attempt.ts';
import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { borrowedRef, workBranch } from '../../../domain/ids.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { WorkspaceSpec } from '../../../ports/workspaces.ts';
import { makeBorrowing } from '../../git/borrowing.ts';
import { gitAll } from '../../git/git.ts';
import { onTree } from '../../git/object-access.ts';
import { readRef, setRef } from '../../git/refs.ts';
import { namesIn, statOf } from '../../git/small-file.ts';
import { bringIn } from '../brought-in.ts';
import { deleteTree } from '../delete-tree.ts';
import { hasRecord, isObject, noteRecord, readRecord, writeRecord } from '../records.ts';
import { folderOf, isItself } from '../yard.ts';
import type { Yard } from '../yard.ts';
import { readLender } from './lender.ts';
import type { Lender } from './lender.ts';
import { eachBelow, giveTree, openRoom } from '../room.ts';
import type { Room, UidRange } from '../room.ts';
import { plantRefs, seedRefs } from './seed.ts';
import { fillSubmodules } from './submodules.ts';

/**
 * Makes an attempt's private clone: beside its place at first, and moved there when it is complete,
 * so that whatever lies at the place is whole. Once it is there it is never touched again.
 * Codes: `unsafe-name`, `workspace-missing`, `path-occupied`, `workspace-occupied`, and those of git.
 */
export const prepareClone = async (
  yard: Yard,
  uids: UidRange | null,
  spec: WorkspaceSpec,
): Promise<Result<Workspace, Failure>> => {
  const folder = folderOf(yard, spec.attempt);
  if (!folder.ok) return folder;
  const path = folder.value;
  const branch = workBranch(spec.run, spec.task, spec.n);
  const { attempt, base } = spec;
  const workspace: Workspace = { attempt, level: 'sandbox', path, branch, base };
  if (hasRecord(spec.folder, 'prepared.json')) return stillThere(workspace, spec);
  if (statOf(path) !== null) return err(occupied(path));
  const { room, uid } = await openRoom(yard, attempt, uids);
  await clearHalfMade(room);
  const kept = await keep(yard, spec);
  if (!kept.ok) return kept;
  const making = join(room.folder, `${MAKING}${randomUUID()}`);
  const made = await makeClone(yard, { workspace, spec, making, uid });
  if (!made.ok) return made;
  await writeRecord(spec.folder, 'prepared.json', {
    path,
    branch,
    base,
    level: 'sandbox',
    uid,
    making,
  });
  renameSync(making, path);
  return ok(workspace);
};

const MAKING = 'making-';

/** No agent was ever in one. */
const clearHalfMade = async (room: Room): Promise<void> => {
  for (const name of namesIn(room.folder))
    if (name.startsWith(MAKING)) await deleteTree(join(room.folder, name));
};

const occupied = (path: string): Failure =>
  failure('path-occupied', `${path} exists and is not this attempt's workspace.`, {
    hint: 'Move it away, or set workspaces.root to another folder.',
  });

/** It was complete: only the move may be missing. */
const stillThere = (workspace: Workspace, spec: WorkspaceSpec): Result<Workspace, Failure> => {
  const { path } = workspace;
  const making = readRecord(spec.folder, 'prepared.json', (value) =>
    isObject(value) && typeof value['making'] === 'string' ? value['making'] : null,
  );
  if (statOf(path) === null && making !== null && existsSync(making)) renameSync(making, path);
  if (isItself(path)) return ok(workspace);
  return err(
    failure('workspace-missing', `The workspace ${path} was made and is gone or broken.`, {
      hint: 'Its checkpoints hold what lay in it. Retry the task for a new workspace.',
    }),
  );
};

/** What the clone borrows must not be collected while it stands. */
const keep = (
  { place }: Yard,
  { run, task, n, base }: WorkspaceSpec,
): Promise<Result<null, Failure>> => keepAt(place, borrowedRef(run, task, n), base);

const keepAt = async (
  place: Yard['place'],
  ref: string,
  base: string,
): Promise<Result<null, Failure>> => setRef(place, ref, base, await readRef(place, ref));

interface Making {
  readonly workspace: Workspace;
  readonly spec: WorkspaceSpec;
  readonly making: string;
  readonly uid: number | null;
}

const makeClone = async (yard: Yard, of: Making): Promise<Result<null, Failure>> => {
  const { workspace, spec, making, uid } = of;
  const lender = await readLender(yard.place);
  if (!lender.ok) return lender;
  const refs = await seedRefs(yard.place);
  if (!refs.ok) return refs;
  noteRecord(spec.folder, 'preparing.json', { path: workspace.path });
  const gitDir = join(making, '.git');
  const { format, objects, notes, config, filters } = lender.value;
  const head = `ref: refs/heads/${workspace.branch}`;
  makeBorrowing({ gitDir, objects, format, notes, config: [...config, ...filters], head });
  const own = { ref: `refs/heads/${workspace.branch}`, id: workspace.base };
  plantRefs(gitDir, refs.value, own);
  const filled = await fill(making, gitDir, lender.value);
  if (filled.ok) await backdate(making);
  if (!filled.ok) return filled;
  await fillSubmodules({ place: yard.place, spec, making, gitDir });
  const brought = await bringIn(yard.place, making, `${making}.copying`);
  if (!brought.ok) return brought;
  if (brought.value.files.length + brought.value.skipped.length > 0)
    await writeRecord(spec.folder, 'brought-in.json', brought.value);
  if (uid !== null) await giveTree(making, uid);
  const seen = await refreshIndex(making, gitDir);
  if (seen.ok && uid !== null) await giveTree(gitDir, uid);
  return seen;
};

/** Sparse patterns and the user's filters count, as in a clone of the user's. */
const fill = async (
  making: string,
  gitDir: string,
  { filters }: Lender,
): Promise<Result<null, Failure>> => {
  const options = onTree(gitDir, making, { config: filters });
  const done = await gitAll([{ cwd: making, args: ['reset', '--hard', '--quiet'], options }]);
  return done.ok ? ok(null) : done;
};

/** Longer than the coarsest clock of a file system, or of a git that counts whole seconds. */
const BEFORE_S = 10;

/**
 * Files that are as new as the index may have changed since it was written: git would read them all at
 * every look, and write each anew, since it may not touch the packs that it borrows.
 */
const backdate = async (making: string): Promise<void> => {
  const before = Math.floor(Date.now() / 1000) - BEFORE_S;
  await eachBelow(making, (path, entry) => {
    if (entry.name === '.git') return false;
    if (!entry.isDirectory()) lutimesSync(path, before, before);
    return true;
  });
};

/** Owner and time are part of what git remembers of a file: it looks again, while nobody was in there. */
const refreshIndex = async (making: string, gitDir: string): Promise<Result<null, Failure>> => {
  const options = onTree(gitDir, making, { exits: [0, 1] });
  const args = ['update-index', '-q', '--really-refresh'];
  const done = await gitAll([{ cwd: making, args, options }]);
  return done.ok ? ok(null) : done;
};
