import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file that was brought into a workspace, with the hash it had then. */
export interface BroughtFile {
  readonly path: string;
  readonly sha256: string;
}

/**
 * Copies brought-in files that are not any more what they were. `seen` remembers the files by their
 * stat, so that one that nobody touched costs a stat. The value names what is no file any more.
 */
export const keepSecrets = async (
  workspace: string,
  files: readonly BroughtFile[],
  { folder, seen }: { readonly folder: string; readonly seen: Map<string, string> },
): Promise<readonly string[]> => {
  const left: string[] = [];
  for (const { path, sha256 } of files) {
    const here = join(workspace, path);
    const info = await lstat(here, { bigint: true }).catch(() => null);
    if (info === null) continue;
    if (!info.isFile()) {
      left.push(`${path}, which was brought in, is no file any more`);
      continue;
    }
    const stamp = [info.ino, info.size, info.mtimeNs, info.ctimeNs].join(' ');
    if (seen.get(path) === stamp) continue;
    if ((await hashOf(here)) !== sha256) await copyPrivately(here, join(folder, path));
    else await rm(join(folder, path), { force: true });
    seen.set(path, stamp);
  }
  return left;
};

const copyPrivately = async (from: string, to: string): Promise<void> => {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const temporary = `${to}.${String(process.pid)}.tmp`;
  await copyFile(from, temporary, constants.COPYFILE_FICLONE);
  await chmod(temporary, 0o600);
  await rename(temporary, to);
};

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
