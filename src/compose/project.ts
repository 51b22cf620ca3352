import { discoverRepository } from '../adapters/git/discover.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import type { Failure } from '../domain/failure.ts';
import type { Result } from '../domain/result.ts';

export type { RepositoryPlace } from '../adapters/git/discover.ts';

/** The repository that `cwd` lies in, found without starting git. */
export const openProject = (cwd: string): Result<RepositoryPlace, Failure> =>
  discoverRepository(cwd);
