import type { Repository } from '../../ports/repository.ts';
import { changedFiles } from './changes.ts';
import { commitTree } from './commit.ts';
import type { RepositoryPlace } from './discover.ts';
import type { GitFence } from './fence.ts';
import { PLAIN_LANDING } from './landing-ways.ts';
import type { LandingWays } from './landing-ways.ts';
import { landOnce } from './landing.ts';
import { runGit } from './git.ts';
import { mergeCommits } from './merge.ts';
import { mergeOnBase } from './merge-on-base.ts';
import { lookedUp, lookUp, setRef } from './refs.ts';

/** The user's repository through git's plumbing. No state: git is the truth. It lands only under its fence. */
export const gitRepository = (
  place: RepositoryPlace,
  fence: GitFence | null = null,
  ways: LandingWays = PLAIN_LANDING,
): Repository => ({
  resolve: (revisions) => resolve(place, revisions.map(objectName)),
  createRef: (ref, commit) => setRef(place, ref, commit, null),
  merge: (ours, theirs, base) =>
    base === undefined
      ? mergeCommits(place, ours, theirs)
      : mergeOnBase(place, { ours, theirs, base }),
  commit: (tree, parents, message) => commitTree(place, { tree, parents, message }, ways),
  land: (request) => landOnce(place, request, { fence, hooks: ways.hooks }),
  changes: (from, to) => changedFiles(place, from, to),
});

/** A git that fails knows nothing: that must not pass for "there is no such object". Throws then. */
const resolve = async (
  place: RepositoryPlace,
  names: readonly string[],
): Promise<readonly (string | null)[]> => {
  if (names.length === 0) return [];
  const output = await runGit(lookUp(place.commonDir, names));
  if (!output.ok) throw new Error(output.error.message);
  return lookedUp(output.value, names);
};

/** What is asked of a commit is taken as it is; everything else must name a commit. */
const objectName = (revision: string): string =>
  revision.endsWith('^{tree}') || revision.includes(':') ? revision : `${revision}^{commit}`;
