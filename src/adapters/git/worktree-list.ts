import { basename, join } from 'node:path';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { runGit } from './git.ts';
import type { GitCommand, GitOutput } from './git.ts';
import { onObjects } from './object-access.ts';
import { paths } from './paths.ts';
import { namesIn, readSmall, statOf } from './small-file.ts';

/** One work copy that the repository knows: the main checkout or a linked worktree. */
export interface KnownWorktree {
  readonly path: string;
  readonly head: string | null;
  /** Full ref name; null when detached. */
  readonly branch: string | null;
  /** The lock's reason, `''` for a lock without one, null when it is not locked. */
  readonly lock: string | null;
}

/** Every work copy of the repository, the main checkout first. */
export const listWorktrees = async (
  place: RepositoryPlace,
): Promise<Result<readonly KnownWorktree[], Failure>> => {
  const output = await runGit(worktreeListing(place));
  return output.ok ? ok(worktreesIn(place, output.value)) : output;
};

/** The command that lists them; `worktreesIn` reads its output. */
const worktreeListing = (place: RepositoryPlace): GitCommand => ({
  cwd: place.commonDir,
  args: ['worktree', 'list', '--porcelain', '-z'],
  options: onObjects(place, { readOnly: true }),
});

/**
 * Whether some work copy could have a ref checked out, by their HEAD files alone. Where none names it, git need
 * not be asked; what cannot be read as git writes it could be anything.
 */
export const mayBeCheckedOut = ({ commonDir }: RepositoryPlace, ref: string): boolean => {
  const linked = join(commonDir, 'worktrees');
  const heads = [
    join(commonDir, 'HEAD'),
    ...namesIn(linked).map((name) => join(linked, name, 'HEAD')),
  ];
  return heads.some((path) => {
    const named = HEAD_FILE.exec(readSmall(path) ?? '');
    return named === null || named[1] === ref || statOf(path)?.isFile() !== true;
  });
};

/** A branch, or a commit. With other ways to keep refs, the branch is one that cannot be. */
const HEAD_FILE = /^(?:ref: (refs\/heads\/(?!\.invalid)[^\n]+)|([0-9a-f]{40,64}))\n$/u;

/** Reads the output of `worktreeListing`. */
const worktreesIn = (place: RepositoryPlace, { stdout }: GitOutput): readonly KnownWorktree[] => {
  const known = splitRecords(paths(stdout)).map(read);
  // With a separate git folder git names that folder as the main checkout.
  return known.map((entry, index) => (index === 0 ? { ...entry, path: place.root } : entry));
};

const splitRecords = (lines: readonly string[]): readonly (readonly string[])[] => {
  const records: string[][] = [[]];
  for (const line of lines) {
    if (line === '') records.push([]);
    else records.at(-1)?.push(line);
  }
  return records.filter((record) => record.length > 0);
};

const read = (lines: readonly string[]): KnownWorktree => {
  const value = (key: string): string | null => {
    const line = lines.find((entry) => entry === key || entry.startsWith(`${key} `));
    return line === undefined ? null : line.slice(key.length + 1);
  };
  return {
    path: value('worktree') ?? '',
    head: value('HEAD'),
    branch: value('branch'),
    lock: value('locked'),
  };
};

/** The work copy that has `ref` checked out, or null. */
export const checkedOutAt = async (
  place: RepositoryPlace,
  ref: string,
): Promise<Result<KnownWorktree | null, Failure>> => {
  const known = await listWorktrees(place);
  if (!known.ok) return known;
  return ok(known.value.find((worktree) => worktree.branch === ref) ?? null);
};

/** The git folder of the linked worktree at `path`, by the repository's own books; null when it has none. */
export const worktreeGitDir = (place: RepositoryPlace, path: string): string | null => {
  const books = join(place.commonDir, 'worktrees');
  const pointer = join(path, '.git');
  const isIts = (name: string): boolean =>
    readSmall(join(books, name, 'gitdir'))?.replace(/\n$/, '') === pointer;
  // git names a book after the folder, as long as no other one is called so.
  const usual = basename(path);
  const name = isIts(usual) ? usual : namesIn(books).find(isIts);
  return name === undefined ? null : join(books, name);
};

/** The git folder that a work copy's `.git` file names, when it lies in this repository's books. */
export const claimedGitDir = (place: RepositoryPlace, path: string): string | null => {
  const text = readSmall(join(path, '.git'));
  const target = text === null ? undefined : /^gitdir: (.+?)\n?$/s.exec(text)?.[1];
  if (target === undefined) return null;
  const books = join(place.commonDir, 'worktrees');
  return target === join(books, basename(target)) ? target : null;
};
