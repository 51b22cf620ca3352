import type { RepositoryPlace } from '../adapters/git/discover.ts';
import type { CloneDeps } from '../adapters/workspaces/clone/deps.ts';
import type { UidRange } from '../adapters/workspaces/room.ts';
import { hostBoundary } from './boundary.ts';
import { sessionPlaces } from './session-places.ts';

/** Above what systems and containers give away by themselves, and below what some of them can count to. */
const UIDS: UidRange = { first: 1_900_000_000, count: 65_536 };

/** What private clones of this repository are made from on this host; null: it has no boundary for them. */
export function cloneDeps(place: RepositoryPlace, root: string | null): CloneDeps | null {
  const boundary = hostBoundary();
  if (boundary === null) return null;
  const uids = boundary.capabilities.ownUser && process.getuid?.() === 0 ? UIDS : null;
  const sessions = sessionPlaces();
  return { place, boundary, uids, sessions, ...(root === null ? {} : { root }) };
}
