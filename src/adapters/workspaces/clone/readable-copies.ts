import { createHash } from 'node:crypto';
import { copyFileSync, chmodSync, lchownSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Share } from '../../../ports/boundary.ts';
import { uidOf } from '../room.ts';
import type { Room } from '../room.ts';

/**
 * Where fanin is root somebody else lives inside, who may not open the files of fanin and its user.
 * What is shared with them to be read is a copy of theirs then, in a folder that they do not see.
 */
export const readableCopies = (room: Room, shares: readonly Share[]): readonly Share[] => {
  const uid = uidOf(room);
  if (uid === null) return shares;
  const folder = join(room.entry, 'copies');
  return shares.map((share) => (isClosed(share) ? copyOf(share, folder, uid) : share));
};

const OTHERS_READ = 0o004;

const isClosed = ({ from, write }: Share): boolean => {
  const stat = write ? undefined : statSync(from, { throwIfNoEntry: false });
  return stat?.isFile() === true && (stat.mode & OTHERS_READ) === 0;
};

const copyOf = ({ from, to }: Share, folder: string, uid: number): Share => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, createHash('sha256').update(to).digest('hex').slice(0, 16));
  rmSync(copy, { force: true });
  copyFileSync(from, copy);
  chmodSync(copy, 0o400);
  lchownSync(copy, uid, uid);
  return { from: copy, to, write: false };
};
