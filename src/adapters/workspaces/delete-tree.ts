import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Deletes a folder with everything in it. Links are not followed; folders that their modes close are opened. */
export const deleteTree = async (path: string): Promise<void> => {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Package caches make their folders read-only.
    await openFolders(path);
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
};

const openFolders = async (path: string): Promise<void> => {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await openFolders(join(path, entry.name));
  }
};
