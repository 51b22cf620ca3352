import type { Tip } from '../../../domain/conflicts/matrix.ts';
import type { Failure } from '../../../domain/failure.ts';
import { failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { ConflictQuestion, ConflictText } from '../../../ports/merge-matrix.ts';
import { readConflict } from '../conflict.ts';
import { runGit } from '../git.ts';
import { onTree } from '../object-access.ts';
import type { Bench } from './bench.ts';
import { normalise } from './normalise.ts';
import { FAST } from './trial-merges.ts';

const noop = (): void => undefined;

/** The hunks of one conflict; those with the target, where one of the two does not merge into it. */
export const conflictText = async (
  bench: Bench,
  { a, b }: ConflictQuestion,
): Promise<Result<readonly ConflictText[], Failure>> => {
  const tips = b === null ? [a] : [a, b];
  const normalised = await normalise(bench, tips, noop);
  if (!normalised.ok) return normalised;
  const { clean, against, unread } = normalised.value;
  const [lost] = unread;
  if (lost !== undefined) return err(failure('no-such-commit', lost.why));
  const target: Tip = { name: 'target', commit: bench.target };
  const [first] = against;
  if (first !== undefined)
    return mergeText(bench, target, tips.find(({ name }) => name === first.name) ?? a);
  const [one, other] = clean;
  if (one === undefined || other === undefined || b === null) return ok([]);
  return mergeText(bench, one, other);
};

const mergeText = async (
  bench: Bench,
  one: Tip,
  other: Tip,
): Promise<Result<readonly ConflictText[], Failure>> => {
  const args = ['merge-tree', '--write-tree', '-z', '--messages', '--allow-unrelated-histories'];
  const output = await runGit({
    cwd: bench.tree,
    args: [...args, one.commit, other.commit],
    options: onTree(bench.place.commonDir, bench.tree, {
      exits: [0, 1],
      config: [...FAST, ['merge.conflictStyle', 'zdiff3']],
      env: bench.env(),
    }),
  });
  if (!output.ok) return output;
  if (output.value.exit === 0) return ok([]);
  const sides = { ours: one.commit, theirs: other.commit, names: [one.name, other.name] } as const;
  return ok(await readConflict(bench.place, output.value.stdout, sides, bench.env()));
};
