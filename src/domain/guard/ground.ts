import type { Scope } from '../plan/scope.ts';

/** Where things lie for the attempt whose commands are judged. Paths are absolute and real. */
export interface Ground {
  readonly workspace: string;
  readonly main: string;
  /** What main checkout and linked worktrees share. */
  readonly gitDir: string;
  /** The folder in which other attempts have their workspaces; null: it has no neighbours. */
  readonly neighbours: string | null;
  /** Folders and files outside that may be written: the hand-off, private temporary folders. */
  readonly allowed: readonly string[];
  /** Whether the workspace has a git folder of its own: a clone. */
  readonly ownGit: boolean;
  /** The attempt's branches start with this; null: unknown. */
  readonly branches: string | null;
  /** What the task may write, from the workspace's root; null: anywhere in it. */
  readonly scope: Scope | null;
}

/** A git repository around a folder. */
export interface FoundRepository {
  /** Its work tree. */
  readonly root: string;
  /** Its (shared) git folder. */
  readonly gitDir: string;
}

/** What the guard asks of the world; it writes nothing. Paths are absolute. */
export interface World {
  /** The real path, of as much of it as there is. */
  real(path: string): string;
  exists(path: string): boolean;
  /** The names in a folder; none where there is no such folder. */
  names(folder: string): readonly string[];
  /** The repository that git would find from a folder. */
  repository(folder: string): FoundRepository | null;
  /** Whether there is a local branch of that name. */
  isBranch(name: string): boolean;
  /** A variable of the environment in which the command would run. */
  variable(name: string): string | undefined;
}
