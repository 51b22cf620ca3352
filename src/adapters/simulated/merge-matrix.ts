import type { Matrix, NotCompared, PairConflict, Tip } from '../../domain/conflicts/matrix.ts';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { MergeMatrix } from '../../ports/merge-matrix.ts';
import type { Merge } from '../../ports/repository.ts';
import type { MemoryRepository } from './repository.ts';

/** The matrix of a repository in memory: every pair is merged. */
export const memoryMergeMatrix = (repo: MemoryRepository): MergeMatrix => {
  const merge = async (ours: string, theirs: string): Promise<Merge | null> => {
    const merged = await repo.repository.merge(ours, theirs);
    return merged.ok ? merged.value : null;
  };
  const onTarget = async (target: string, commit: string): Promise<Merge | string | null> => {
    const merged = await merge(target, commit);
    if (merged?.kind !== 'clean') return merged;
    const made = await repo.repository.commit(merged.tree, [target], 'trial');
    return made.ok ? made.value : null;
  };
  return {
    compare: async ({ target, tips, progress }) => {
      if ((await repo.repository.resolve([target]))[0] === null) return err(noCommit(target));
      const clean: Tip[] = [];
      const against: Matrix['against'][number][] = [];
      const unread: NotCompared[] = [];
      for (const { name, commit } of tips) {
        const there = await onTarget(target, commit);
        if (there === null) unread.push({ name, why: noCommit(commit).message });
        else if (typeof there === 'string') clean.push({ name, commit: there });
        else against.push({ name, files: filesOf(there) });
      }
      const pairs: PairConflict[] = [];
      for (const [at, a] of clean.entries()) {
        for (const b of clean.slice(at + 1)) {
          const files = filesOf(await merge(a.commit, b.commit));
          if (files.length > 0) pairs.push({ a: a.name, b: b.name, files });
        }
      }
      const merged = (clean.length * (clean.length - 1)) / 2;
      progress?.(tips.length + merged, tips.length + merged);
      return ok({ against, pairs, unread, merged, left: 0 });
    },
    conflict: async ({ target, a, b }) => {
      const one = await onTarget(target, a.commit);
      const other = b === null ? target : await onTarget(target, b.commit);
      if (one === null || other === null) return err(noCommit(target));
      if (typeof one !== 'string') return ok(textsOf(one));
      if (typeof other !== 'string') return ok(textsOf(other));
      return ok(textsOf(await merge(one, other)));
    },
  };
};

const noCommit = (commit: string) => failure('no-such-commit', `There is no commit ${commit}.`);

const textsOf = (merge: Merge | null) => (merge?.kind === 'conflict' ? merge.files : []);

const filesOf = (merge: Merge | null): readonly string[] => textsOf(merge).map(({ path }) => path);
