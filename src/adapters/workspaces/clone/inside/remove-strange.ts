import { readdirSync, rmSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';

/** Removes pipes, sockets and devices from a tree: git sees none of them, and whoever opens one waits. */
export const removeStrange = (root: string): void => {
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (!entry.isFile() && !entry.isSymbolicLink()) rmSync(path, { force: true });
    }
  }
};

const entriesOf = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};
