import { createHash } from 'node:crypto';
import { chmodSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Dirent } from 'node:fs';
import { setImmediate as immediate } from 'node:timers/promises';
import { namesIn } from '../git/small-file.ts';
import { isObject, readRecord, writeRecord } from './records.ts';
import type { Yard } from './yard.ts';

/** Uids that nobody else uses, for those who run inside where fanin is root. */
export interface UidRange {
  readonly first: number;
  readonly count: number;
}

/** What belongs to one clone or check copy and lies beside it. Nobody inside sees the whole of it. */
export interface Room {
  readonly name: string;
  /** The work copy. */
  readonly path: string;
  readonly folder: string;
  /** The agent's HOME. */
  readonly home: string;
  /** What the agent hands in. */
  readonly handoff: string;
  /** Where fanin's own program inside writes; the agent never sees it. */
  readonly out: string;
  /** The git folder of a check copy: checks can read it, not write it. */
  readonly git: string;
  /** Folders of the boundary's: for agents and checks, and for fanin's own program. */
  readonly entry: string;
  readonly ownEntry: string;
}

/** The folder of all rooms in a yard; the dot keeps it out of every list. */
export const roomsOf = (yard: Yard): string => join(yard.root, '.rooms');

/** The room of the clone or check copy of this name, which must be a safe one. */
export const roomNamed = (yard: Yard, name: string): Room => {
  const folder = join(roomsOf(yard), name);
  const path = join(yard.root, name);
  return {
    name,
    path,
    folder,
    home: join(folder, 'home'),
    handoff: `${path}.handoff`,
    out: join(folder, 'out'),
    git: join(folder, 'git'),
    entry: join(folder, 'entry'),
    ownEntry: join(folder, 'own-entry'),
  };
};

/** The room that belongs to a path; null where the path is none of this yard's. */
export const roomAt = (yard: Yard, path: string): Room | null => {
  const name = basename(path);
  const isOurs = dirname(path) === yard.root && SAFE_NAME.test(name);
  return isOurs && isFolder(roomNamed(yard, name).folder) ? roomNamed(yard, name) : null;
};

/** Whether the workspace at this path is one that nobody looks into from outside. */
export const isClone = (path: string): boolean =>
  isFolder(join(dirname(path), '.rooms', basename(path)));

const SAFE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** Makes the room, and says who lives there; the same one each time. Null: whoever fanin runs as. */
export const openRoom = async (
  yard: Yard,
  name: string,
  uids: UidRange | null,
): Promise<{ readonly room: Room; readonly uid: number | null }> => {
  const room = roomNamed(yard, name);
  // A boundary may come in as somebody who is not fanin, and has to get through.
  for (const folder of [roomsOf(yard), room.folder]) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o711);
  }
  const uid = uidOf(room) ?? freeUid(yard, uids);
  await writeRecord(room.folder, 'owner.json', { uid });
  for (const folder of [room.home, room.out, room.handoff]) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o700);
    if (uid !== null) lchownSync(folder, uid, uid);
  }
  for (const folder of [room.entry, room.ownEntry]) mkdirSync(folder, { recursive: true });
  return { room, uid };
};

/** Who lives in a room, as recorded; null: whoever fanin runs as, or nobody knows. */
export const uidOf = (room: Room): number | null =>
  readRecord(room.folder, 'owner.json', (value) =>
    isObject(value) && Number.isSafeInteger(value['uid']) ? Number(value['uid']) : null,
  );

/** The first that no room of this yard has; other yards begin elsewhere. */
const freeUid = (yard: Yard, range: UidRange | null): number | null => {
  if (range === null) return null;
  const used = new Set(namesIn(roomsOf(yard)).map((name) => uidOf(roomNamed(yard, name))));
  const start = createHash('sha256').update(yard.root).digest().readUInt32BE(0);
  for (let k = 0; k < range.count; k += 1) {
    const uid = range.first + ((start + k) % range.count);
    if (!used.has(uid)) return uid;
  }
  return range.first + (start % range.count);
};

/** Gives a tree that nobody was in yet to its owner. Links themselves, not what they lead to. */
export const giveTree = async (path: string, uid: number): Promise<void> => {
  lchownSync(path, uid, uid);
  if (!isFolder(path)) return;
  await eachBelow(path, (here) => {
    lchownSync(here, uid, uid);
    return true;
  });
};

/** Looked at before others have a turn: the way through the thread pool costs more than all of it. */
const A_TURN = 500;

/** Shows everything below a folder, links not followed; of a folder that `see` says no to, nothing inside. */
export const eachBelow = async (
  path: string,
  see: (path: string, entry: Dirent) => boolean,
): Promise<void> => {
  const waiting = [path];
  let seen = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const here = join(folder, entry.name);
      if (see(here, entry) && entry.isDirectory()) waiting.push(here);
      seen += 1;
      if (seen % A_TURN === 0) await immediate();
    }
  }
};

const isFolder = (path: string): boolean => {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
};
