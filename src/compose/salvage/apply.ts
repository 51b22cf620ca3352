import { applyChanges, checkoutAt } from '../../adapters/git/apply-changes.ts';
import { restoreInto } from '../../adapters/checkpoints/restore.ts';
import { diffText } from '../../adapters/git/diff.ts';
import type { DiffOptions } from '../../adapters/git/diff.ts';
import type { RepositoryPlace } from '../../adapters/git/discover.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { readingPlace } from './held-work.ts';
import type { HeldState } from './held-work.ts';

/** Where held work was put. */
export interface Applied {
  /** Absolute. */
  readonly to: string;
  /** Files that were changed. Null: everything was written. */
  readonly files: readonly string[] | null;
}

/** What a held state has changed since its base, as git prints it. Codes: those of git. */
export const heldDiff = (
  place: RepositoryPlace,
  { base, commit }: HeldState,
  options: DiffOptions,
): Promise<Result<Buffer, Failure>> =>
  diffText(readingPlace(place), { from: base, to: commit }, options);

/**
 * Makes the changes of a held state in the work copy that `cwd` lies in; nothing is staged.
 * Codes: `local-changes`, `does-not-apply`, those of git.
 */
export const applyHere = async (
  place: RepositoryPlace,
  { base, commit }: HeldState,
  cwd: string,
): Promise<Result<Applied, Failure>> => {
  const to = await checkoutAt(cwd);
  if (!to.ok) return to;
  const files = await applyChanges(
    { place: readingPlace(place), from: base, to: commit },
    to.value,
  );
  return files.ok ? ok({ to: to.value, files: files.value }) : files;
};

/** Writes all files of a held state into a folder. Codes: `folder-not-empty`, those of git. */
export const writeTo = async (
  place: RepositoryPlace,
  { commit }: HeldState,
  folder: string,
): Promise<Result<Applied, Failure>> => {
  const done = await restoreInto(readingPlace(place), commit, folder);
  return done.ok ? ok({ to: folder, files: null }) : done;
};
