import { createHash } from 'node:crypto';
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../../ports/boundary.ts';

/** Writes a file of the boundary's whole or not at all: one that is being read stays as it was. The value is its path. */
export function put(path: string, content: string | Uint8Array, mode: number = 0o600): string {
  const fresh = `${path}.${process.pid}.new`;
  writeFileSync(fresh, content, { mode });
  // Whatever the umask is.
  chmodSync(fresh, mode);
  renameSync(fresh, path);
  return path;
}

/** Everything a way in needs lies here: the host's, never seen inside. */
export const ownFolder = (folder: string): string => join(folder, 'boundary');

/** What belongs to one profile: two of one attempt (its agent's, its set-up's) do not get into each other's way. */
export const placeFor = (folder: string, profile: Profile): string => {
  const name = createHash('sha256').update(JSON.stringify(profile)).digest('hex').slice(0, 12);
  return join(ownFolder(folder), name);
};
