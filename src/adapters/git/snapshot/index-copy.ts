import { constants, copyFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { gitAll, runGit } from '../git.ts';
import type { GitCommand, GitOptions } from '../git.ts';
import { fields } from '../paths.ts';
import { statOf } from '../small-file.ts';

/** A command on a workspace's files and on the copy of its index. */
export type InTree = (
  args: readonly string[],
  more?: Omit<GitOptions, 'env' | 'config'>,
) => GitCommand;

/** What an index is copied from. */
export interface IndexSource {
  readonly path: string;
  /** Its git folder, or the shared one when the workspace has lost its own. */
  readonly gitDir: string;
  /** The commit to compare with. */
  readonly head: string;
  /** Where the copy of the index is made; removed afterwards. */
  readonly scratch: string;
  /** `fresh`: start from HEAD's tree instead of the index that lies there. */
  readonly index?: 'fresh';
}

/**
 * Makes a copy of the index in which git sees every change of every file, and which holds none of
 * the paths `outside` that HEAD does not hold. Codes: those of git.
 */
export const readyIndex = async (
  source: IndexSource,
  outside: readonly string[],
  inTree: InTree,
): Promise<Result<null, Failure>> => {
  const fresh = [freshIndex(source, inTree), indexFlags(inTree)] as const;
  let flags = copyIndex(source) ? await runGit(indexFlags(inTree)) : null;
  if (flags?.ok !== true) {
    // There is no index, or the agent left a broken one behind.
    rmSync(source.scratch, { force: true });
    const made = await gitAll(fresh);
    if (!made.ok) return made;
    flags = ok(made.value[1]);
  }
  const seen = await seeEveryFile(source.path, fields(flags.value.stdout), inTree);
  return seen.ok ? dropFromIndex(source, outside, inTree) : seen;
};

/** Fills the copy with what HEAD holds. */
export const freshIndex = (source: IndexSource, inTree: InTree): GitCommand =>
  inTree(['read-tree', source.head]);

/** Lists every path with its flag; `H` is the one that hides nothing. */
export const indexFlags = (inTree: InTree): GitCommand => inTree(['ls-files', '-v', '-z']);

/**
 * Copies the index; false where there is none to copy. The copy's time stamp goes back a second: git
 * reads the content of files that changed about when the index was written, and the copy must not
 * hide from it when that was.
 */
export const copyIndex = (source: IndexSource): boolean => {
  if (source.index === 'fresh') return false;
  const index = `${source.gitDir}/index`;
  try {
    const { mtimeMs } = statSync(index);
    copyFileSync(index, source.scratch, constants.COPYFILE_FICLONE);
    const before = Math.floor(mtimeMs / 1000) - 1;
    utimesSync(source.scratch, before, before);
    return true;
  } catch {
    return false;
  }
};

/** Takes back what makes git overlook changes: assume-unchanged, and skip-worktree on files that are there. */
const seeEveryFile = async (
  workspace: string,
  entries: readonly Buffer[],
  inTree: InTree,
): Promise<Result<null, Failure>> => {
  const assumed: Buffer[] = [];
  const skipped: Buffer[] = [];
  for (const entry of entries) {
    const tag = entry.toString('latin1', 0, 1);
    const path = entry.subarray(2);
    if (tag === 'H') continue;
    if (tag !== tag.toUpperCase()) assumed.push(path);
    if (tag.toUpperCase() === 'S' && isThere(workspace, path)) skipped.push(path);
  }
  for (const [flag, list] of [
    ['--no-assume-unchanged', assumed],
    ['--no-skip-worktree', skipped],
  ] as const) {
    if (list.length === 0) continue;
    const done = await runGit(
      inTree(['update-index', flag, '-z', '--stdin'], { input: joined(list) }),
    );
    if (!done.ok) return done;
  }
  return ok(null);
};

const isThere = (workspace: string, path: Buffer): boolean =>
  statOf(Buffer.concat([Buffer.from(`${workspace}/`), path])) !== null;

/** Paths as git reads them from its input. */
export const joined = (list: readonly Uint8Array[]): Buffer =>
  Buffer.concat(list.flatMap((path) => [path, Buffer.from('\0')]));

/** What must stay out leaves the copy, too, unless the agent's own commit holds it already. */
const dropFromIndex = async (
  source: IndexSource,
  outside: readonly string[],
  inTree: InTree,
): Promise<Result<null, Failure>> => {
  if (outside.length === 0) return ok(null);
  const listing = await runGit(inTree(['ls-tree', '-r', '-z', '--name-only', source.head]));
  if (!listing.ok) return listing;
  const committed = new Set(fields(listing.value.stdout).map((path) => path.toString('utf8')));
  const dropped = outside.filter((path) => !committed.has(path)).map((path) => Buffer.from(path));
  if (dropped.length === 0) return ok(null);
  const args = ['update-index', '--force-remove', '-z', '--stdin'];
  const done = await runGit(inTree(args, { input: joined(dropped) }));
  return done.ok ? ok(null) : done;
};
