import { cpSync, lchownSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { Share } from '../../../ports/boundary.ts';
import type { HomeFile } from '../../../ports/workspaces.ts';
import { giveTree, uidOf } from '../room.ts';
import type { Room } from '../room.ts';

/**
 * Puts files of the host into a private HOME, and says which are to be seen there as they are. Where
 * fanin is root somebody else lives inside, who could not open what is the person's: then all but what
 * is only read are copies. What is there already stays. Code `home-unusable`: the way to it leads out of
 * the HOME, over a link that whoever was there before has made.
 */
export const furnish = async (
  room: Room,
  files: readonly HomeFile[],
): Promise<Result<readonly Share[], Failure>> => {
  const uid = uidOf(room);
  const shares: Share[] = [];
  for (const { from, to, how } of files) {
    const path = join(room.home, to);
    const folder = makeFolder(room.home, dirname(path), uid);
    if (!folder.ok) return folder;
    const isOpen = how === 'read' || (how === 'share' && uid === null);
    if (isOpen) shares.push({ from, to: path, write: how === 'share' });
    else if (!isThere(path)) await copyIn(from, path, uid);
  }
  return ok(shares);
};

const makeFolder = (home: string, folder: string, uid: number | null): Result<null, Failure> => {
  let here = home;
  for (const part of folder.slice(home.length).split(sep)) {
    if (part === '') continue;
    here = join(here, part);
    if (!isThere(here)) {
      mkdirSync(here, { mode: 0o700 });
      if (uid !== null) lchownSync(here, uid, uid);
    }
  }
  return isFolderItself(folder)
    ? ok(null)
    : err(failure('home-unusable', `${folder} leads out of the private HOME ${home}.`));
};

const isFolderItself = (path: string): boolean => {
  try {
    return realpathSync(path) === path && lstatSync(path).isDirectory();
  } catch {
    return false;
  }
};

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const copyIn = async (from: string, path: string, uid: number | null): Promise<void> => {
  cpSync(from, path, { recursive: true, dereference: true, errorOnExist: true, force: false });
  if (uid !== null) await giveTree(path, uid);
};
