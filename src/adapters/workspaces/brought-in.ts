import { createHash } from 'node:crypto';
import { constants, createReadStream, lchownSync, mkdirSync } from 'node:fs';
import {
  chmod,
  copyFile,
  lchown,
  lstat,
  mkdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { git } from '../git/git.ts';
import { onTree } from '../git/object-access.ts';
import { fields } from '../git/paths.ts';
import { statOf } from '../git/small-file.ts';
import { isObject } from './records.ts';
import { liesIn } from './yard.ts';

/** A file that was copied into a workspace, with the hash it had then. */
export interface BroughtIn {
  readonly path: string;
  readonly sha256: string;
}

/** What `.worktreeinclude` came to. */
export interface BroughtInRecord {
  readonly files: readonly BroughtIn[];
  /** Files that it names and that were left out, with the reason. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
}

export const NOTHING_BROUGHT_IN: BroughtInRecord = { files: [], skipped: [] };

/**
 * Copies the files that `.worktreeinclude` of the main checkout names, git ignores and nobody
 * tracks. Never overwrites, never follows a link out of the main checkout or the workspace.
 */
export const bringIn = async (
  place: RepositoryPlace,
  workspace: string,
  scratch: string,
  owner: number | null = null,
): Promise<Result<BroughtInRecord, Failure>> => {
  const named = await namedFiles(place);
  if (!named.ok) return named;
  const files: BroughtIn[] = [];
  const skipped: { path: string; why: string }[] = [];
  for (const path of named.value) {
    const why = await bringOne({ from: place.root, to: workspace, path, scratch, owner });
    const here = join(workspace, path);
    if (why === null) files.push({ path, sha256: await hashFile(here) });
    else skipped.push({ path, why });
  }
  return ok({ files, skipped });
};

const namedFiles = async (place: RepositoryPlace): Promise<Result<readonly string[], Failure>> => {
  const list = join(place.root, '.worktreeinclude');
  if (statOf(list)?.isFile() !== true) return ok([]);
  const options = onTree(place.commonDir, place.root, { readOnly: true });
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-from=.worktreeinclude'];
  const matching = await git(place.root, args, options);
  if (!matching.ok) return matching;
  if (matching.value.stdout.length === 0) return ok([]);
  const input = matching.value.stdout;
  const ignored = await git(place.root, ['check-ignore', '-z', '--stdin'], {
    ...options,
    input,
    exits: [0, 1],
  });
  if (!ignored.ok) return ignored;
  // A name that is not UTF-8 cannot be written down; such files stay where they are.
  const names = fields(ignored.value.stdout).map((name) => name.toString('utf8'));
  return ok(names.filter((name) => !name.includes('\u{fffd}')));
};

interface Copying {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly scratch: string;
  readonly owner: number | null;
}

/** Null when the file lies in the workspace with the content it has in the main checkout. */
const bringOne = async (copying: Copying): Promise<string | null> => {
  const source = join(copying.from, copying.path);
  const target = join(copying.to, copying.path);
  const actual = await realpath(source).catch(() => null);
  if (actual === null) return 'it is a link that leads nowhere';
  if (!liesIn(copying.from, actual)) return 'it is a link that leads out of the main checkout';
  const info = await stat(actual);
  if (!info.isFile()) return 'it is not a regular file';
  if (!makeFolders(copying)) return 'its folder in the workspace is a link or a file';
  if ((await lstat(target).catch(() => null)) !== null) {
    return (await sameContent(actual, target)) ? null : 'the workspace has such a file already';
  }
  await mkdir(dirname(copying.scratch), { recursive: true });
  await copyFile(actual, copying.scratch, constants.COPYFILE_FICLONE);
  await chmod(copying.scratch, info.mode & 0o777);
  if (copying.owner !== null) await lchown(copying.scratch, copying.owner, copying.owner);
  await rename(copying.scratch, target);
  return null;
};

/** The way to the file, one folder after the other: none is made behind a link. */
const makeFolders = ({ to, path, owner }: Copying): boolean => {
  let here = to;
  for (const name of path.split('/').slice(0, -1)) {
    here = join(here, name);
    const found = statOf(here);
    if (found !== null && !found.isDirectory()) return false;
    if (found !== null) continue;
    mkdirSync(here);
    if (owner !== null) lchownSync(here, owner, owner);
  }
  return true;
};

const sameContent = async (a: string, b: string): Promise<boolean> =>
  (await lstat(b)).isFile() && (await hashFile(a)) === (await hashFile(b));

/** sha256 of a file's content, in constant memory. */
export const hashFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** A file that was brought in and is not any more what it was. Gone files are not reported. */
export interface ChangedBroughtIn {
  readonly path: string;
  /** Its hash now, or the place it links to, or what it has become. */
  readonly now: string;
  readonly isFile: boolean;
}

/** Looks which of the files that were brought in have changed. */
export const changedBroughtIn = async (
  workspace: string,
  files: readonly BroughtIn[],
): Promise<readonly ChangedBroughtIn[]> => {
  const changed: ChangedBroughtIn[] = [];
  for (const { path, sha256 } of files) {
    const here = join(workspace, path);
    const info = await lstat(here).catch(() => null);
    if (info === null) continue;
    if (!info.isFile()) {
      const now = info.isSymbolicLink() ? `link to ${await readlink(here)}` : 'not a file';
      changed.push({ path, now, isFile: false });
      continue;
    }
    const now = await hashFile(here);
    if (now !== sha256) changed.push({ path, now, isFile: true });
  }
  return changed;
};

/** Copies a changed file into the attempt's state folder, which git never sees. */
export const keepBroughtIn = async (
  workspace: string,
  folder: string,
  path: string,
): Promise<string> => {
  const copy = keptCopy(folder, path);
  await mkdir(dirname(copy), { recursive: true });
  await rm(copy, { force: true });
  await copyFile(join(workspace, path), copy, constants.COPYFILE_FICLONE);
  return copy;
};

/** Where a changed file's copy lies. */
export const keptCopy = (folder: string, path: string): string => join(folder, 'brought-in', path);

/** Whether a changed file's copy holds what it is now. A link needs none: the finding says where it leads. */
export const isKeptCopy = async (folder: string, changed: ChangedBroughtIn): Promise<boolean> => {
  if (!changed.isFile) return changed.now.startsWith('link to ');
  const copy = keptCopy(folder, changed.path);
  return statOf(copy)?.isFile() === true && (await hashFile(copy)) === changed.now;
};

/** Reads `brought-in.json`. */
export const readBroughtIn = (value: unknown): BroughtInRecord | null =>
  isObject(value) && Array.isArray(value['files']) && Array.isArray(value['skipped'])
    ? (value as unknown as BroughtInRecord)
    : null;
