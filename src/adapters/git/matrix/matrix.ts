import { candidatePairs } from '../../../domain/conflicts/candidates.ts';
import type { Touched } from '../../../domain/conflicts/candidates.ts';
import type { Matrix } from '../../../domain/conflicts/matrix.ts';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { MatrixRequest, MergeMatrix } from '../../../ports/merge-matrix.ts';
import type { RepositoryPlace } from '../discover.ts';
import { onBench } from './bench.ts';
import type { Bench } from './bench.ts';
import { conflictText } from './conflict-text.ts';
import { normalise } from './normalise.ts';
import type { Normalised, OnTarget } from './normalise.ts';
import { touchedBy } from './touched.ts';
import { trialMerges } from './trial-merges.ts';

/** What a matrix is made from. */
export interface MatrixDeps {
  /** Folders of objects that hold tips which the repository does not, looked for at each comparison. */
  readonly alsoFrom: readonly string[];
  /** Pairs merged at most. */
  readonly mostPairs?: number;
}

/** Minutes of work on a large repository; whoever compares more has other worries. */
const MOST_PAIRS = 100_000;

/** The matrix by `git merge-tree --stdin`: see docs/adr/0026. */
export const gitMergeMatrix = (
  place: RepositoryPlace,
  { alsoFrom, mostPairs = MOST_PAIRS }: MatrixDeps,
): MergeMatrix => ({
  compare: (request) =>
    onBench(place, { target: request.target, alsoFrom }, (bench) =>
      compare(bench, request, mostPairs),
    ),
  conflict: (question) =>
    onBench(place, { target: question.target, alsoFrom }, (bench) => conflictText(bench, question)),
});

const compare = async (
  bench: Bench,
  { tips, progress }: MatrixRequest,
  mostPairs: number,
): Promise<Result<Matrix, Failure>> => {
  let all = tips.length;
  let merged = 0;
  const done = (merges: number): void => {
    merged += merges;
    progress?.(merged, all);
  };
  const normalised = await normalise(bench, tips, done);
  if (!normalised.ok) return normalised;
  const readable = await withTouched(bench, normalised.value);
  const candidates = candidatePairs(readable.touched, mostPairs);
  const { clean } = readable;
  const pairs = candidates.pairs.flatMap(([one, other]) => pairOf(clean[one], clean[other]));
  all += pairs.length;
  const commits = pairs.map(([a, b]) => [a.commit, b.commit] as const);
  const merges = await trialMerges(bench, commits, { keep: false, done });
  return ok(matrixOf(readable, pairs, { merges, left: candidates.left }));
};

/** What the clean ones do to the target, as far as git can read them. */
const withTouched = async (
  bench: Bench,
  { clean, against, unread }: OnTarget,
): Promise<OnTarget & { readonly touched: readonly Touched[] }> => {
  const looked = await touchedBy(
    bench,
    clean.map(({ commit }) => commit),
  );
  const lost = clean.flatMap(({ name }, at) => {
    const look = looked[at];
    return look?.ok === false ? [{ name, why: look.error.message }] : [];
  });
  return {
    clean: clean.filter((_, at) => looked[at]?.ok === true),
    touched: looked.flatMap((look) => (look.ok ? [look.value] : [])),
    against,
    unread: [...unread, ...lost],
  };
};

const pairOf = (
  a: Normalised | undefined,
  b: Normalised | undefined,
): readonly (readonly [Normalised, Normalised])[] =>
  a === undefined || b === undefined ? [] : [[a, b]];

const matrixOf = (
  { against, unread }: OnTarget,
  pairs: readonly (readonly [Normalised, Normalised])[],
  of: { readonly merges: Awaited<ReturnType<typeof trialMerges>>; readonly left: number },
): Matrix => ({
  against,
  pairs: pairs.flatMap(([a, b], at) => {
    const merge = of.merges[at];
    return merge?.kind === 'conflict' ? [{ a: a.name, b: b.name, files: merge.files }] : [];
  }),
  unread: [
    ...unread,
    ...pairs.flatMap(([a, b], at) => {
      const merge = of.merges[at];
      const why = merge?.kind === 'failed' ? merge.failure.message : null;
      return why === null ? [] : [{ name: `${a.name} with ${b.name}`, why }];
    }),
  ],
  merged: pairs.length,
  left: of.left,
});
