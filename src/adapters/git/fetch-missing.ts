import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { runGit } from './git.ts';
import { onObjects } from './object-access.ts';

/**
 * Has a partial clone fetch what it lacks of a commit's tree, as git itself does when it needs it: where
 * the tree is used nobody may be able to. Codes: those of git.
 */
export const fetchMissing = async (
  place: RepositoryPlace,
  remote: string,
  commit: string,
): Promise<Result<null, Failure>> => {
  const listing = ['rev-list', '--objects', '--missing=print', '--no-walk', `${commit}^{tree}`];
  const listed = await runGit({
    cwd: place.commonDir,
    args: listing,
    options: onObjects(place, { readOnly: true }),
  });
  if (!listed.ok) return listed;
  const lines = listed.value.stdout.toString('latin1').split('\n');
  const missing = lines.filter((line) => line.startsWith('?')).map((line) => line.slice(1));
  if (missing.length === 0) return ok(null);
  const fetched = await runGit({
    cwd: place.commonDir,
    args: [
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      '--recurse-submodules=no',
      '--filter=blob:none',
      '--stdin',
      remote,
    ],
    options: onObjects(place, {
      input: missing.map((id) => `${id}\n`).join(''),
      config: [['fetch.negotiationAlgorithm', 'noop']],
    }),
  });
  return fetched.ok ? ok(null) : fetched;
};
