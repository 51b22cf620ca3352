import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Merge } from '../../ports/repository.ts';
import { commitTree } from './commit.ts';
import type { RepositoryPlace } from './discover.ts';
import { mergeCommits } from './merge.ts';
import { resolveObjects } from './refs.ts';

/**
 * Merges two commits as if `base` were their merge base. The oldest git that fanin knows takes none, so the
 * three trees get commits whose history says so; nothing holds these. Codes: `no-such-commit`, those of git.
 */
export const mergeOnBase = async (
  place: RepositoryPlace,
  commits: { readonly ours: string; readonly theirs: string; readonly base: string },
): Promise<Result<Merge, Failure>> => {
  const names = [commits.base, commits.ours, commits.theirs];
  const [base, ours, theirs] = await resolveObjects(
    place,
    names.map((name) => `${name}^{tree}`),
  );
  if (typeof base !== 'string' || typeof ours !== 'string' || typeof theirs !== 'string')
    return err(failure('no-such-commit', `There is no such commit among ${names.join(', ')}.`));
  const root = await commitTree(place, { tree: base, parents: [], message: SAID });
  if (!root.ok) return root;
  const mine = await commitTree(place, { tree: ours, parents: [root.value], message: SAID });
  if (!mine.ok) return mine;
  const other = await commitTree(place, { tree: theirs, parents: [root.value], message: SAID });
  return other.ok ? mergeCommits(place, mine.value, other.value) : other;
};

const SAID = 'fanin: to be merged';
