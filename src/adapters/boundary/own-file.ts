import { chmodSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a file of the boundary's whole or not at all: one that is being read stays as it was. The value is its path. */
export function put(path: string, content: string | Uint8Array, mode: number = 0o600): string {
  const fresh = `${path}.${process.pid}.new`;
  writeFileSync(fresh, content, { mode });
  // Whatever the umask is.
  chmodSync(fresh, mode);
  renameSync(fresh, path);
  return path;
}
