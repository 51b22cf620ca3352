import { join } from 'node:path';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import type { RepositoryPlace } from '../../../src/adapters/git/discover.ts';
import { findForeign } from '../../../src/adapters/git/find-foreign.ts';
import type { ForeignWork } from '../../../src/adapters/git/find-foreign.ts';
import { takeForeign } from '../../../src/adapters/git/take-foreign.ts';
import type { ForeignTaken } from '../../../src/adapters/git/take-foreign.ts';
import type { Failure } from '../../../src/domain/failure.ts';
import type { Result } from '../../../src/domain/result.ts';
import { makeRepo, writeFiles } from '../../support/git-repo.ts';
import type { Files, TempRepo } from '../../support/git-repo.ts';

/** A repository with the work of other tools in it. */
export interface ForeignRig {
  readonly repo: TempRepo;
  readonly place: RepositoryPlace;
  /** Makes a linked worktree beside the main checkout; the value is its path. */
  worktree(name: string, ...args: readonly string[]): Promise<string>;
  /** Writes and commits in a work copy. */
  commitIn(copy: string, files: Files, message?: string): Promise<string>;
  find(typed: string, cwd?: string): Promise<Result<ForeignWork, Failure>>;
  /** What is taken in of it, against `main` or another target. */
  take(typed: string, target?: string): Promise<ForeignTaken>;
  /** Why it is not. */
  refusal(typed: string, target?: string): Promise<Failure>;
  /** Path → content of a commit. */
  filesOf(commit: string | null): Promise<Readonly<Record<string, string>>>;
}

export const foreignRig = async (files: Files = { 'a.txt': 'one\n' }): Promise<ForeignRig> => {
  const repo = await makeRepo({ files });
  const place = discoverRepository(repo.path);
  if (!place.ok) throw new Error(place.error.message);
  const find = (typed: string, cwd = repo.path) => findForeign(place.value, typed, cwd);
  const taken = async (typed: string, target = 'main'): Promise<Result<ForeignTaken, Failure>> => {
    const found = await find(typed);
    const commit = await repo.git('rev-parse', `${target}^{commit}`);
    return found.ok ? takeForeign(place.value, found.value, commit) : found;
  };
  return {
    repo,
    place: place.value,
    worktree: async (name, ...args) => {
      const path = join(repo.base, name);
      await repo.git('worktree', 'add', '-q', path, ...(args.length === 0 ? ['-b', name] : args));
      return path;
    },
    commitIn: async (copy, changed, message = 'work') => {
      await writeFiles(copy, changed);
      await repo.gitIn(copy, 'add', '-A');
      await repo.gitIn(copy, 'commit', '-q', '-m', message);
      return repo.gitIn(copy, 'rev-parse', 'HEAD');
    },
    find,
    take: async (typed, target) => {
      const result = await taken(typed, target);
      if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
      return result.value;
    },
    refusal: async (typed, target) => {
      const result = await taken(typed, target);
      if (result.ok) throw new Error(`${typed} was taken in`);
      return result.error;
    },
    filesOf: async (commit) => {
      const names = await repo.git('ls-tree', '-r', '--name-only', commit ?? '');
      const entries = names.split('\n').map(async (name) => {
        return [name, await repo.git('show', `${commit ?? ''}:${name}`)] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    },
  };
};
