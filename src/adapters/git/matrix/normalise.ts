import type { NotCompared, TargetConflict, Tip } from '../../../domain/conflicts/matrix.ts';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { runGit } from '../git.ts';
import { lookUp, lookedUp } from '../refs.ts';
import type { Bench } from './bench.ts';
import { trialMerges } from './trial-merges.ts';
import { writeCommits } from './write-commits.ts';

/** A tip as one commit on the target. */
export interface Normalised {
  readonly name: string;
  readonly commit: string;
}

/** The tips on the target, as far as they merge with it. */
export interface OnTarget {
  readonly clean: readonly Normalised[];
  readonly against: readonly TargetConflict[];
  readonly unread: readonly NotCompared[];
}

/**
 * Merges each tip into the target, and makes a commit of each clean result with the target as its
 * parent: two of them conflict when what they bring does, wherever their branches forked off.
 */
export const normalise = async (
  bench: Bench,
  tips: readonly Tip[],
  done: (merges: number) => void,
): Promise<Result<OnTarget, Failure>> => {
  const found = await readable(bench, tips);
  if (!found.ok) return found;
  const against: TargetConflict[] = [];
  const unread: NotCompared[] = [...found.value.unread];
  const names: string[] = [];
  const trees: string[] = [];
  const pairs = found.value.tips.map(({ commit }) => [bench.target, commit] as const);
  const merges = await trialMerges(bench, pairs, { keep: true, done });
  for (const [at, { name }] of found.value.tips.entries()) {
    const merge = merges[at];
    if (merge === undefined) continue;
    if (merge.kind === 'conflict') against.push({ name, files: merge.files });
    else if (merge.kind === 'failed') unread.push({ name, why: merge.failure.message });
    else {
      names.push(name);
      trees.push(merge.tree);
    }
  }
  const specs = trees.map((tree) => ({ tree, parent: bench.target }));
  const commits = await writeCommits(bench.place, bench, specs);
  if (!commits.ok) return commits;
  const clean = names.map((name, at) => ({ name, commit: commits.value[at] ?? '' }));
  return ok({ clean, against, unread });
};

/** One name that git cannot resolve would end a whole batch. */
const readable = async (
  bench: Bench,
  tips: readonly Tip[],
): Promise<Result<Pick<OnTarget, 'unread'> & { readonly tips: readonly Tip[] }, Failure>> => {
  if (tips.length === 0) return ok({ tips: [], unread: [] });
  const names = tips.map(({ commit }) => `${commit}^{commit}`);
  const asking = lookUp(bench.place.commonDir, names);
  const env = { ...asking.options?.env, ...bench.env() };
  const output = await runGit({ ...asking, options: { ...asking.options, env } });
  if (!output.ok) return output;
  const ids = lookedUp(output.value, names);
  const known = tips.flatMap((tip, at) => {
    const commit = ids[at] ?? null;
    return commit === null ? [] : [{ name: tip.name, commit }];
  });
  const unread = tips.flatMap(({ name, commit }, at) =>
    ids[at] === null ? [{ name, why: `There is no commit ${commit}.` }] : [],
  );
  return ok({ tips: known, unread });
};
