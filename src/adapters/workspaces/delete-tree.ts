import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../process/run.ts';

/** Deletes a folder with everything in it. Links are not followed; folders that their modes close are opened. */
export const deleteTree = async (path: string): Promise<void> => {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Package caches make their folders read-only.
    await openFolders(path).catch(() => undefined);
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => deleteDeep(path));
  }
};

const openFolders = async (path: string): Promise<void> => {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await openFolders(join(path, entry.name));
  }
};

/** A tree can be deeper than a path can be long; `rm` goes from folder to folder. */
const deleteDeep = async (path: string): Promise<void> => {
  const { exit, stderr } = await run({ argv: ['rm', '-rf', '--', path], cwd: '/' });
  if (exit !== 0) throw new Error(stderr.toString('utf8').trim().slice(0, 500));
};
