import type { LandedChange } from '../../../domain/lost-updates/file-delta.ts';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { LandedChanges } from '../../../ports/landed-changes.ts';
import type { RepositoryPlace } from '../discover.ts';
import { runGit } from '../git.ts';
import { mergeOnBase } from '../merge-on-base.ts';
import { mergeCommits } from '../merge.ts';
import { onObjects } from '../object-access.ts';
import { deltaBetween, lineOf, isLanding, tellDeltas } from './read-deltas.ts';
import { readHistory } from './read-history.ts';

/** So many landings are remembered: commits never change. */
const REMEMBERED = 200;

/** What has landed, read from git. It remembers what it has read, and is right all the same. */
export const gitLandedChanges = (place: RepositoryPlace): LandedChanges => {
  const known = new Map<string, LandedChange>();
  return {
    landings: async (target, most) => {
      const all = await lineOf(place, [target], most);
      if (!all.ok) return all;
      const line = all.value.filter(isLanding);
      const fresh = line.filter(({ commit }) => !known.has(commit));
      const read = await tellDeltas(place, fresh, (batch) => {
        for (const landing of batch) known.set(landing.commit, landing);
      });
      if (!read.ok) return read;
      const found = line.flatMap(({ commit }) => known.get(commit) ?? []);
      for (const commit of [...known.keys()].slice(0, Math.max(0, known.size - REMEMBERED)))
        known.delete(commit);
      return ok(found);
    },
    delta: (from, to) => deltaBetween(place, from, to),
    history: (question) => readHistory(place, question),
    recomputed: (ours, theirs) => recomputed(place, ours, theirs),
  };
};

/** By another way than a landing's own merge: the base is looked up, and the merge is made on it. */
const recomputed = async (
  place: RepositoryPlace,
  ours: string,
  theirs: string,
): Promise<Result<string | null, Failure>> => {
  const bases = await runGit({
    cwd: place.commonDir,
    args: ['merge-base', '--all', ours, theirs],
    options: onObjects(place, { readOnly: true, exits: [0, 1] }),
  });
  if (!bases.ok) return bases;
  const [base = '', ...more] = bases.value.stdout.toString('latin1').trim().split('\n');
  const merged =
    base === '' || more.length > 0
      ? await mergeCommits(place, ours, theirs)
      : await mergeOnBase(place, { ours, theirs, base });
  if (!merged.ok) return merged;
  return ok(merged.value.kind === 'clean' ? merged.value.tree : null);
};
