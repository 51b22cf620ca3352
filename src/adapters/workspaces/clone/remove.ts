import { randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { borrowedRef } from '../../../domain/ids.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { Removal, WorkspaceSpec } from '../../../ports/workspaces.ts';
import { someOf } from '../../git/paths.ts';
import { moveRefs, readRef } from '../../git/refs.ts';
import { statOf } from '../../git/small-file.ts';
import { isKeptCopy } from '../brought-in.ts';
import { deleteTree } from '../delete-tree.ts';
import { processesIn } from '../processes.ts';
import type { Room } from '../room.ts';
import { isItself } from '../yard.ts';
import type { Yard } from '../yard.ts';
import { modulesOf } from './modules.ts';
import { standingRefs } from './harvest.ts';
import type { Taken } from './inside/request.ts';
import { keepRecordsLeft } from './session-records.ts';
import { takeInside } from './take-out.ts';
import type { Getting, Look } from './take-out.ts';

/**
 * Removes a clone when all that is in it is held elsewhere. Looks again itself, inside the boundary;
 * `kept` says why it stays. Fine when it is gone, or half gone. Codes: those of `harvestClone`,
 * `workspace-not-deleted`.
 */
export const removeClone = async (getting: Getting): Promise<Result<Removal, Failure>> => {
  const { yard, room, spec } = getting;
  const looked = await wouldRemoveClone(getting);
  if (!looked.ok || !looked.value.removed) return looked;
  // They hold nothing up, and yet would be gone.
  await keepRecordsLeft(getting);
  const deleted = await deleteRoom(room);
  if (!deleted.ok) return deleted;
  await letGo(yard, spec);
  return looked;
};

/** What `removeClone` would come to now; removes nothing. */
export const wouldRemoveClone = async (getting: Getting): Promise<Result<Removal, Failure>> => {
  const why = await whyKept(getting);
  if (!why.ok) return why;
  return ok(why.value === null ? { removed: true } : { removed: false, kept: why.value });
};

/** Cheap reasons first. Null: it may go. */
const whyKept = async (getting: Getting): Promise<Result<string | null, Failure>> => {
  const { path } = getting.room;
  if (statOf(path) === null) return ok(null);
  if (!isItself(path)) return ok('its folder is a link');
  const [first, ...more] = processesIn(path);
  if (first !== undefined) {
    const others = more.length > 0 ? ` and ${String(more.length)} more` : '';
    return ok(`process ${String(first.pid)} (${first.name})${others} still runs in it`);
  }
  const standing = await standingRefs(getting);
  if (!standing.ok) return standing;
  const look: Look = { ...standing.value, trust: 'all', keeps: false };
  const taken = await takeInside(getting, look);
  if (!taken.ok) return ok(`its content could not be read again: ${taken.error.message}`);
  return ok(whyContent(getting, taken.value, look) ?? (await whyBroughtIn(getting, taken.value)));
};

/** What was taken in anew is the harvest, or it is not held. */
const whyContent = ({ spec }: Getting, taken: Taken, { held }: Look): string | null => {
  if (taken.unread !== null) return `git cannot read everything in it: ${taken.unread}`;
  if (taken.commit !== null && taken.commit !== held.harvest)
    return taken.head === spec.base || held.harvest === null
      ? 'it changed after the harvest'
      : `it holds work that the harvest does not hold: its commit ${taken.head}, or what lies on top of it`;
  if (taken.held.staged !== held.staged) return 'its index holds staged versions that no ref holds';
  if (taken.held.dropped !== held.dropped) return 'its logs name commits that no ref holds';
  if (taken.refs.length + taken.moreRefs > 0)
    return `its refs hold what no ref of the repository holds: ${someOf(taken.refs.map(({ ref }) => ref))}`;
  if (taken.largeFiles.length > 0)
    return 'it holds contents of Git LFS that the repository does not hold';
  const [nested] = taken.nested;
  return nested === undefined ? null : `${nested.path} in it is a repository of its own`;
};

const whyBroughtIn = async ({ spec }: Getting, { changed }: Taken): Promise<string | null> => {
  for (const each of changed)
    if (!(await isKeptCopy(spec.folder, each)))
      return `${each.path}, which was brought in, was changed and has not been copied`;
  return null;
};

/** Deletes a work copy with its room. It is moved away first: what stands is always whole. Code `workspace-not-deleted`. */
export const deleteRoom = async (room: Room): Promise<Result<null, Failure>> => {
  try {
    if (existsSync(room.folder) && statOf(room.path) !== null)
      renameSync(room.path, join(room.folder, `gone-${randomUUID()}`));
    for (const each of [room.path, room.handoff, room.folder]) await deleteTree(each);
    // The last one takes the folder of all along.
    await rmdir(dirname(room.folder)).catch(() => undefined);
    return ok(null);
  } catch (error) {
    return err(
      failure(
        'workspace-not-deleted',
        `${room.path} could not be deleted whole: ${String(error)}`,
        {
          hint: 'Everything in it is held by refs. Repeat: fanin clean',
        },
      ),
    );
  }
};

/** Nothing borrows from the base any more, nor from those of submodules. */
const letGo = async ({ place }: Yard, { run, task, n }: WorkspaceSpec): Promise<void> => {
  const ref = borrowedRef(run, task, n);
  for (const each of [place, ...modulesOf(place)]) {
    const old = await readRef(each, ref);
    if (old === null) continue;
    await moveRefs(each, [{ kind: 'delete', ref, old }], 'fanin: workspace removed');
  }
};
