import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { gitLine } from './git.ts';
import { identityFallback } from './identity.ts';
import { onObjects } from './object-access.ts';

/** Writes a commit object; the value is its id. No ref moves and no hook runs. */
export const commitTree = async (
  place: RepositoryPlace,
  tree: string,
  parents: readonly string[],
  message: string,
): Promise<Result<string, Failure>> => {
  const env = await identityFallback(place);
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'];
  return gitLine(place.commonDir, args, onObjects(place, { env, input: message }));
};
