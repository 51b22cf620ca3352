import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { SharedTarget } from '../../ports/shared-target.ts';
import type { MemoryRepository } from './repository.ts';

/** A branch that others push to, in memory. */
export interface MemorySharedTarget {
  readonly sharedTarget: SharedTarget;
  /** Where it is; null: there is none. */
  readonly at: string | null;
  /** What others do. */
  moveTo(commit: string | null): void;
}

/** It lies in the same memory as the repository, so that there is nothing to fetch. */
export const memorySharedTarget = (
  repo: Pick<MemoryRepository, 'isAncestor'>,
  start: string | null,
): MemorySharedTarget => {
  let at = start;
  let offered: string | null = null;
  return {
    sharedTarget: {
      look: async () => ok(at),
      push: async (from, to) => {
        offered = to;
        if (at !== from) return err(failure('remote-moved', `it is at ${at ?? 'nothing'}`));
        at = to;
        return ok(null);
      },
      offered: async () => offered,
      holds: async (commit, ancestor) => repo.isAncestor(ancestor, commit),
    },
    get at() {
      return at;
    },
    moveTo: (commit) => {
      at = commit;
    },
  };
};
