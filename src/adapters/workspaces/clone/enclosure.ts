import { existsSync } from 'node:fs';
import type { Failure } from '../../../domain/failure.ts';
import type { Result } from '../../../domain/result.ts';
import type { Boundary, Enclosure, Share } from '../../../ports/boundary.ts';
import type { Needs } from '../../../ports/workspaces.ts';
import { furnish } from './home-files.ts';
import { readableCopies } from './readable-copies.ts';
import { programShares } from './program.ts';
import { uidOf } from '../room.ts';
import type { Room } from '../room.ts';

/** Makes ways into rooms. */
export interface Doors {
  readonly boundary: Boundary;
  /** Folders of the user's repository that everybody inside may read: objects, and no more. */
  readonly lent: readonly string[];
}

const readable = (path: string): Share => ({ from: path, to: path, write: false });
const writable = (path: string): Share => ({ from: path, to: path, write: true });

/** Whoever fanin runs as, where nobody else was chosen. */
const whoIn = (room: Room): number => uidOf(room) ?? process.getuid?.() ?? 0;

/** For the agent, or for set-up and checks: the work copy, and what git reads. */
export const entryFor = async (
  { boundary, lent }: Doors,
  room: Room,
  needs: Needs,
): Promise<Result<Enclosure, Failure>> => {
  const furnished = await furnish(room, needs.home);
  if (!furnished.ok) return furnished;
  return boundary.enclose(room.entry, {
    home: room.home,
    shares: [
      ...lent.map(readable),
      writable(room.path),
      writable(room.handoff),
      // A check copy's own git folder: what lies in it decides about later checks.
      ...(existsSync(room.git) ? [readable(room.git)] : []),
      ...readableCopies(room, [...furnished.value, ...needs.shares]),
    ],
    network: needs.network,
    uid: whoIn(room),
  });
};

/** For fanin's own program and for `upload-pack`: also what the agent must not see. */
export const ownEntryFor = (
  { boundary, lent }: Doors,
  room: Room,
): Promise<Result<Enclosure, Failure>> =>
  boundary.enclose(room.ownEntry, {
    home: room.out,
    shares: [
      ...lent.map(readable),
      writable(room.out),
      ...(existsSync(room.path) ? [writable(room.path)] : []),
      ...(existsSync(room.git)
        ? [writable(room.git), writable(room.home)]
        : // What an agent leaves there is looked at, too.
          [room.home, room.handoff].filter((path) => existsSync(path)).map(readable)),
      ...programShares().map(readable),
    ],
    network: { mode: 'none' },
    uid: whoIn(room),
  });
