import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { IsolationLevel } from '../../domain/attempt/attempt.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { listWorktrees } from '../git/worktree-list.ts';
import type { KnownWorktree } from '../git/worktree-list.ts';
import { namesIn, statOf } from '../git/small-file.ts';
import { roomsOf } from './room.ts';
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
  readonly level: IsolationLevel;
  /** The attempt's id or the check copy's name. */
  readonly name: string;
  /** Whether the folder is there. */
  readonly exists: boolean;
  /** Whether git lists it, or it has a room of fanin's. */
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
  const seen = new Set(ours.map(({ path }) => path));
  const clones = listRooms(yard);
  for (const clone of clones) seen.add(clone.path);
  const names = await readdir(yard.root, { withFileTypes: true }).catch(() => []);
  for (const entry of names) {
    const path = join(yard.root, entry.name);
    if (!entry.isDirectory() || entry.name.startsWith('.') || seen.has(path)) continue;
    // A hand-off belongs to the clone beside it.
    if (seen.has(path.replace(/\.handoff$/, ''))) continue;
    listed.push(unregistered(path, entry.name));
  }
  return ok([...listed, ...clones].toSorted((a, b) => (a.path < b.path ? -1 : 1)));
};

const unregistered = (path: string, name: string): ListedWorkspace => ({
  path,
  kind: SET_ASIDE.test(name) ? 'set-aside' : 'unknown',
  level: 'worktree',
  name,
  exists: true,
  registered: false,
  head: null,
  branch: null,
});

/** Private clones, and check copies of their kind. What their git says is theirs to say. */
const listRooms = (yard: Yard): readonly ListedWorkspace[] =>
  namesIn(roomsOf(yard)).map((name) => ({
    path: join(yard.root, name),
    kind: CHECK.test(name) ? 'check' : 'attempt',
    level: 'sandbox',
    name,
    exists: statOf(join(yard.root, name)) !== null,
    registered: true,
    head: null,
    branch: null,
  }));

const SET_ASIDE = /\.found-\d+$/;
const CHECK = /\.check-\d+$/;

const registered = async (worktree: KnownWorktree): Promise<ListedWorkspace> => {
  const { path, lock, head, branch } = worktree;
  const name = lockedFor(lock) ?? path.slice(dirname(path).length + 1);
  return {
    path,
    kind: CHECK.test(name) ? 'check' : 'attempt',
    level: 'worktree',
    name,
    exists: (await lstat(path).catch(() => null)) !== null,
    registered: true,
    head,
    branch,
  };
};
