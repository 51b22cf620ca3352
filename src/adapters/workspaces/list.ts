import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { listWorktrees } from '../git/worktree-list.ts';
import type { KnownWorktree } from '../git/worktree-list.ts';
import { lockedFor } from './yard.ts';
import type { Yard } from './yard.ts';

/** A folder or a registration that fanin made for this repository. */
export interface ListedWorkspace {
  readonly path: string;
  /**
   * `attempt`: a workspace; `check`: a copy for checks, free to delete; `set-aside`: what a crash
   * left and `prepare` did not dare to delete; `unknown`: a folder that git does not list.
   */
  readonly kind: 'attempt' | 'check' | 'set-aside' | 'unknown';
  /** The attempt's id or the check copy's name. */
  readonly name: string;
  /** Whether the folder is there. */
  readonly exists: boolean;
  /** Whether git lists it. */
  readonly registered: boolean;
  readonly head: string | null;
  readonly branch: string | null;
}

/** Everything below the yard, and everything that git lists under one of fanin's locks, moved ones included. */
export const listYard = async (
  yard: Yard,
): Promise<Result<readonly ListedWorkspace[], Failure>> => {
  const known = await listWorktrees(yard.place);
  if (!known.ok) return known;
  const ours = known.value.filter(
    ({ path, lock }) => dirname(path) === yard.root || lockedFor(lock) !== null,
  );
  const listed: ListedWorkspace[] = [];
  for (const worktree of ours) listed.push(await registered(worktree));
  const names = await readdir(yard.root, { withFileTypes: true }).catch(() => []);
  const seen = new Set(ours.map(({ path }) => path));
  for (const entry of names) {
    const path = join(yard.root, entry.name);
    if (!entry.isDirectory() || entry.name.startsWith('.') || seen.has(path)) continue;
    const kind = SET_ASIDE.test(entry.name) ? 'set-aside' : 'unknown';
    listed.push({
      path,
      kind,
      name: entry.name,
      exists: true,
      registered: false,
      head: null,
      branch: null,
    });
  }
  return ok(listed.toSorted((a, b) => (a.path < b.path ? -1 : 1)));
};

const SET_ASIDE = /\.found-\d+$/;
const CHECK = /\.check-\d+$/;

const registered = async (worktree: KnownWorktree): Promise<ListedWorkspace> => {
  const { path, lock, head, branch } = worktree;
  const name = lockedFor(lock) ?? path.slice(dirname(path).length + 1);
  return {
    path,
    kind: CHECK.test(name) ? 'check' : 'attempt',
    name,
    exists: (await lstat(path).catch(() => null)) !== null,
    registered: true,
    head,
    branch,
  };
};

/** Bytes that a folder takes, links not followed; a file with several names counts each time. */
export const sizeOf = async (path: string): Promise<number> => {
  let bytes = 0;
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
    const here = join(path, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(here);
    else bytes += (await lstat(here).catch(() => null))?.size ?? 0;
  }
  return bytes;
};
