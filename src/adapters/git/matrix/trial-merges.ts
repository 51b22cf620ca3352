import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import type { ConfigEntry } from '../environment.ts';
import { runGit } from '../git.ts';
import type { GitCommand } from '../git.ts';
import { onTree } from '../object-access.ts';
import type { Bench } from './bench.ts';
import { mergeRecords } from './merge-records.ts';
import type { TrialMerge } from './merge-records.ts';

/** Two commits, by their ids. */
export type CommitPair = readonly [string, string];

/** How a merge of a batch came out; a failure: git cannot read one of the two. */
export type TrialOutcome = TrialMerge | { readonly kind: 'failed'; readonly failure: Failure };

/** More at once only wait for memory. */
const PROCESSES = 2;
/** Merges of one process: what they write is deleted after each. */
const MOST_AT_ONCE = 2_000;
/** Fewer are not worth a second process. */
const WORTH_A_PROCESS = 40;

/**
 * Merges pair by pair, in few processes; the outcomes are in the order of the pairs. `keep`: what
 * clean merges write lasts as long as the bench.
 */
export const trialMerges = async (
  bench: Bench,
  pairs: readonly CommitPair[],
  { keep, done }: { readonly keep: boolean; readonly done: (merges: number) => void },
): Promise<readonly TrialOutcome[]> => {
  const size = Math.min(
    MOST_AT_ONCE,
    Math.max(WORTH_A_PROCESS, Math.ceil(pairs.length / PROCESSES)),
  );
  const outcomes: (readonly TrialOutcome[])[] = [];
  const batches = Array.from({ length: Math.ceil(pairs.length / size) }, (_, at) =>
    pairs.slice(at * size, (at + 1) * size),
  );
  const queue = [...batches.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, batch] = next;
      const into = keep ? bench.objects : join(bench.folder, `trial-${String(at)}`);
      mkdirSync(into, { recursive: true });
      outcomes[at] = await mergeBatch(bench, batch, into);
      if (!keep) rmSync(into, { recursive: true, force: true });
      done(batch.length);
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, work));
  return outcomes.flat();
};

/** One pair that git cannot merge ends the whole process: halving the rest finds it. */
const mergeBatch = async (
  bench: Bench,
  pairs: readonly CommitPair[],
  into: string,
  failures = { left: MOST_FAILURES },
): Promise<readonly TrialOutcome[]> => {
  const output = await runGit(merging(bench, pairs, into));
  const records = output.ok ? mergeRecords(output.value.stdout) : [];
  if (records.length === pairs.length)
    return records.map((record, at) => withoutIds(record, pairs[at] ?? []));
  const why = output.ok ? NO_ANSWER : output.error;
  if (pairs.length === 1) failures.left -= 1;
  // What is not a matter of one pair need not be found by trying each of them.
  if (pairs.length === 1 || failures.left <= 0 || why.code !== 'git-failed')
    return pairs.map(() => ({ kind: 'failed', failure: why }));
  const middle = Math.ceil(pairs.length / 2);
  return [
    ...(await mergeBatch(bench, pairs.slice(0, middle), into, failures)),
    ...(await mergeBatch(bench, pairs.slice(middle), into, failures)),
  ];
};

/** Where a file and a folder want one name, git sets the file aside as `<path>~<commit>`. */
const withoutIds = (merge: TrialMerge, pair: readonly string[]): TrialMerge => {
  if (merge.kind === 'clean') return merge;
  const files = merge.files.map((file) => {
    const id = pair.find((each) => file.includes(`~${each}`));
    return id === undefined ? file : file.slice(0, file.lastIndexOf(`~${id}`));
  });
  return { kind: 'conflict', files: [...new Set(files)] };
};

const MOST_FAILURES = 20;
const NO_ANSWER = failure('git-failed', 'git merge-tree gave no answer');

const merging = (bench: Bench, pairs: readonly CommitPair[], into: string): GitCommand => ({
  cwd: bench.tree,
  args: ['merge-tree', '--write-tree', '--stdin', '--name-only', '--allow-unrelated-histories'],
  options: onTree(bench.place.commonDir, bench.tree, {
    config: FAST,
    env: bench.env(into),
    input: pairs.map(([ours, theirs]) => `${ours} ${theirs}\n`).join(''),
  }),
});

/** What is deleted at once need neither be small nor reach the disk. */
export const FAST: readonly ConfigEntry[] = [
  ['core.looseCompression', '0'],
  ['core.fsync', 'none'],
];
