import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { localFilters } from './filters.ts';
import { git, gitLine } from './git.ts';
import { onObjects } from './object-access.ts';
import { paths, someOf } from './paths.ts';
import { resolveCommit } from './refs.ts';

/** What a run should know about the repository it starts from. */
export interface RepositoryFacts {
  /** The commit that HEAD of the main checkout names. */
  readonly head: string;
  /** Its branch, short; null when detached. */
  readonly branch: string | null;
  /** Files in the main checkout that no commit holds as they are, untracked ones included. */
  readonly dirty: number;
  /** Things that do not hinder a run but may surprise. */
  readonly notes: readonly RepositoryNote[];
}

/** `code` is stable and kebab-case. */
export interface RepositoryNote {
  readonly code: 'detached-head' | 'dirty-checkout' | 'local-filters' | 'partial-clone';
  readonly text: string;
}

/** Reads the facts of a repository that a run can start from. Codes: those of git. */
export const readFacts = async (
  place: RepositoryPlace,
): Promise<Result<RepositoryFacts, Failure>> => {
  const head = (await resolveCommit(place, 'HEAD')) ?? '';
  const symbolic = ['symbolic-ref', '--quiet', '--short', 'HEAD'];
  const branch = await gitLine(place.commonDir, symbolic, onObjects(place, { exits: [0, 1] }));
  if (!branch.ok) return branch;
  const status = await git(place.root, ['status', '--porcelain=v1', '-z', '--no-renames'], {
    readOnly: true,
  });
  if (!status.ok) return status;
  const filters = await localFilters(place.commonDir);
  if (!filters.ok) return filters;
  const dirty = paths(status.value.stdout).length;
  const short = head.slice(0, 8);
  const notes: RepositoryNote[] = [];
  if (branch.value === '') {
    notes.push({
      code: 'detached-head',
      text: `HEAD is detached: without --base, agents start from ${short}.`,
    });
  }
  if (dirty > 0) {
    const files = dirty === 1 ? '1 uncommitted change' : `${String(dirty)} uncommitted changes`;
    notes.push({
      code: 'dirty-checkout',
      text: `${files} in ${place.root} will not be seen: agents start from the commit ${short}.`,
    });
  }
  if (filters.value.length > 0) {
    notes.push({
      code: 'local-filters',
      text: `Content filters that this repository’s own config defines (${someOf(filters.value)}) do not run in workspaces: files are there as git stores them.`,
    });
  }
  if (await isPartialClone(place)) {
    notes.push({
      code: 'partial-clone',
      text: 'This is a partial clone: workspaces may have to fetch from its remote.',
    });
  }
  return ok({ head, branch: branch.value === '' ? null : branch.value, dirty, notes });
};

const isPartialClone = async (place: RepositoryPlace): Promise<boolean> => {
  try {
    return /^\s*(promisor|partialclone)\s*=/im.test(
      readFileSync(join(place.commonDir, 'config'), 'utf8'),
    );
  } catch {
    return false;
  }
};
