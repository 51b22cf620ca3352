import { lchownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { CheckCopy } from '../../../ports/workspaces.ts';
import { fetchMissing } from '../../git/fetch-missing.ts';
import { bringIn } from '../brought-in.ts';
import { isObject } from '../records.ts';
import { openRoom } from '../room.ts';
import type { Room, UidRange } from '../room.ts';
import { folderOf } from '../yard.ts';
import type { Yard } from '../yard.ts';
import { askInside } from './ask-inside.ts';
import type { CloneLimits } from './deps.ts';
import type { Doors } from './enclosure.ts';
import type { FillRequest, Lent } from './inside/request.ts';
import { deleteRoom } from './remove.ts';

/** What making check copies takes. */
export interface CopyMaking {
  readonly yard: Yard;
  readonly doors: Doors;
  readonly lent: Lent;
  readonly promisor: string | null;
  readonly uids: UidRange | null;
  readonly limits: CloneLimits;
}

/**
 * Puts `commit` into the check copy `name`, made if need be. git is at work on it inside the boundary
 * alone, with a git folder that no check can write to. One that cannot be put right is made anew.
 */
export const openCloneCopy = async (
  making: CopyMaking,
  name: string,
  commit: string,
): Promise<Result<Omit<CheckCopy, 'release'>, Failure>> => {
  const { yard, doors, limits } = making;
  const folder = folderOf(yard, name);
  if (!folder.ok) return folder;
  // Nobody inside can fetch what a partial clone lacks.
  const whole =
    making.promisor === null ? ok(null) : await fetchMissing(yard.place, making.promisor, commit);
  if (!whole.ok) return whole;
  const first = await fillCopy(making, name, commit);
  const filled = first.ok ? first : await again(making, name, commit, first.error);
  if (!filled.ok) return filled;
  const { room, uid, setupKey } = filled.value;
  const scratch = join(yard.root, '.copying', name);
  const brought = await bringIn(yard.place, room.path, scratch, uid);
  if (!brought.ok) return brought;
  const without = brought.value.files.map(({ path }) => path);
  const { path: copy, git: gitDir, home } = room;
  let key = setupKey;
  return ok({
    level: 'sandbox',
    path: copy,
    setupKey: async () => key,
    markSetup: async (made) => {
      const mark = { op: 'mark', copy, gitDir, home, key: made, without } as const;
      const done = await askInside(doors, room, mark, limits.insideMs);
      if (done.ok) key = made;
    },
  });
};

interface FilledCopy {
  readonly room: Room;
  readonly uid: number | null;
  readonly setupKey: string | null;
}

const fillCopy = async (
  { yard, doors, lent, uids, limits }: CopyMaking,
  name: string,
  commit: string,
): Promise<Result<FilledCopy, Failure>> => {
  const { room, uid } = await openRoom(yard, name, uids);
  for (const each of [room.path, room.git]) {
    mkdirSync(each, { recursive: true });
    if (uid !== null) lchownSync(each, uid, uid);
  }
  const { path: copy, git: gitDir, home } = room;
  const request: FillRequest = { op: 'fill', lent, copy, gitDir, home, commit };
  const filled = await askInside(doors, room, request, limits.insideMs);
  if (!filled.ok) return filled;
  const key = isObject(filled.value) ? filled.value['setupKey'] : null;
  return ok({ room, uid, setupKey: typeof key === 'string' ? key : null });
};

const again = async (
  making: CopyMaking,
  name: string,
  commit: string,
  why: Failure,
): Promise<Result<FilledCopy, Failure>> => {
  // The boundary is broken, not the copy.
  if (why.code.startsWith('boundary-')) return { ok: false, error: why };
  const { room } = await openRoom(making.yard, name, making.uids);
  const deleted = await deleteRoom(room);
  return deleted.ok ? fillCopy(making, name, commit) : deleted;
};
