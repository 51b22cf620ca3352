import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { holdsWork } from '../git/snapshot/nested.ts';
import type { NestedRepository } from '../git/snapshot/nested.ts';
import { run } from '../process/run.ts';

/** Larger ones are not archived every few seconds; the harvest names them. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_FILES = 20_000;
const ARCHIVE_MS = 60_000;

/** Where an archive lies; the name gives the path back. */
export const archiveName = (path: string): string => `${encodeURIComponent(path)}.tar`;
export const archivedPath = (name: string): string =>
  decodeURIComponent(name.replace(/\.tar$/, ''));

/**
 * Packs repositories inside the workspace, each whole with its own git folder, when they changed.
 * `seen` remembers what each was like. The value names those that were left out, with the reason.
 */
export const archiveNested = async (
  workspace: string,
  nested: readonly NestedRepository[],
  { folder, seen }: { readonly folder: string; readonly seen: Map<string, string> },
): Promise<readonly string[]> => {
  const left: string[] = [];
  for (const { path, ignored } of nested) {
    const look = await lookAt(join(workspace, path));
    if (look === null) left.push(`the repository ${path} in it is too large to be archived`);
    if (look === null || seen.get(path) === look) continue;
    // What a package manager has cloned can be cloned again.
    if (!ignored || (await holdsWork(join(workspace, path)))) {
      const why = await pack(workspace, path, folder);
      if (why !== null) {
        left.push(`the repository ${path} in it could not be archived: ${why}`);
        continue;
      }
    }
    seen.set(path, look);
  }
  return left;
};

/** tar ends with 1 when a file changed under it: what it packed is as good as any other moment. */
const pack = async (workspace: string, path: string, folder: string): Promise<string | null> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, archiveName(path));
  const temporary = `${target}.${String(process.pid)}.tmp`;
  const argv = ['tar', '-cf', temporary, '-C', workspace, '--', `./${path}`];
  const { exit, failure, stderr } = await run({ argv, cwd: workspace, timeoutMs: ARCHIVE_MS });
  if (exit !== 0 && exit !== 1) {
    await rm(temporary, { force: true });
    return failure ?? stderr.toString('utf8').trim();
  }
  await rename(temporary, target);
  return null;
};

/** Changes when a file in it does; null: there is too much in it. */
const lookAt = async (root: string): Promise<string | null> => {
  const hash = createHash('sha256');
  let bytes = 0;
  let files = 0;
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      const info = await lstat(path).catch(() => null);
      if (info === null) continue;
      hash.update(`${path}\0${String(info.size)} ${String(info.mtimeMs)} ${String(info.mode)}\0`);
      bytes += info.isFile() ? info.size : 0;
      files += 1;
      if (bytes > MOST_BYTES || files > MOST_FILES) return null;
    }
  }
  return hash.digest('hex');
};
