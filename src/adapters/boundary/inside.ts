import { readFileSync, readlinkSync } from 'node:fs';

/** A process in a network of its own, below one that was started. */
export interface Inside {
  readonly pid: number;
  /** It is in a user namespace of its own too, to which the network belongs. */
  readonly ownUsers: boolean;
}

/** How many starts lie between: supervisor's child, gateway, way in, bubblewrap twice. */
const DEEPEST = 8;

/** The uppermost process below `pid` with a network that is not this process's own; null: there is none. */
export function insideOf(pid: number): Inside | null {
  const own = namespaceOf('self', 'net');
  let level: readonly number[] = [pid];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const found = level.find((each) => isOther(namespaceOf(each, 'net'), own));
    if (found !== undefined) {
      const ownUsers = namespaceOf(found, 'user') !== namespaceOf('self', 'user');
      return { pid: found, ownUsers };
    }
    level = level.flatMap(childrenOf);
  }
  return null;
}

const isOther = (namespace: string | null, own: string | null): boolean =>
  namespace !== null && namespace !== own;

function namespaceOf(pid: number | 'self', kind: 'net' | 'user'): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/${kind}`);
  } catch {
    return null;
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return listed.trim().split(/\s+/u).filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
