import { constants } from 'node:fs';
import { copyFile, lstat, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether a copy of what lies at `source` would share its blocks: tried with its first file. An empty folder can. */
export async function canShareBlocks(source: string, probe: string): Promise<boolean> {
  const file = await firstFile(source);
  if (file === null) return true;
  try {
    await copyFile(file, probe, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  } finally {
    await rm(probe, { force: true });
  }
}

async function firstFile(path: string): Promise<string | null> {
  const stat = await lstat(path);
  // An empty file has no blocks to share, and shows nothing.
  if (stat.isFile()) return stat.size > 0 ? path : null;
  if (!stat.isDirectory()) return null;
  for await (const entry of await opendir(path)) {
    const found = await firstFile(join(path, entry.name));
    if (found !== null) return found;
  }
  return null;
}

/** Bytes and files at `path`, links not followed; stops counting once `most` bytes are passed. */
export async function measure(
  path: string,
  most: number,
): Promise<{ readonly bytes: number; readonly files: number }> {
  const stat = await lstat(path);
  if (!stat.isDirectory()) return { bytes: stat.size, files: 1 };
  const sum = { bytes: 0, files: 0 };
  for await (const entry of await opendir(path)) {
    const part = await measure(join(path, entry.name), most - sum.bytes);
    sum.bytes += part.bytes;
    sum.files += part.files;
    if (sum.bytes > most) break;
  }
  return sum;
}

/** `494 MB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${Math.round(bytes / 1e6)} MB`;
