import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../../domain/failure.ts';
import { failure } from '../../../domain/failure.ts';
import { err } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { attributeListing, attributesIn, writeAttributes } from '../attributes.ts';
import type { RepositoryPlace } from '../discover.ts';
import { runGit } from '../git.ts';
import { resolveCommit } from '../refs.ts';
import { openQuarantine } from './quarantine.ts';
import type { Quarantine } from './quarantine.ts';

/** Where trial merges are made: nothing of them comes into the repository. */
export interface Bench extends Quarantine {
  readonly place: RepositoryPlace;
  /** The commit that all are normalised to. */
  readonly target: string;
  /** A work tree with the target's attribute files alone: git reads those of merges from nowhere else. */
  readonly tree: string;
}

/**
 * Works on a bench, and takes it away. Codes: `no-such-commit` for the target, those of git, and
 * those of the work.
 */
export const onBench = async <T>(
  place: RepositoryPlace,
  of: { readonly target: string; readonly alsoFrom: readonly string[] },
  work: (bench: Bench) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> => {
  const target = await resolveCommit(place, of.target);
  if (target === null) return err(failure('no-such-commit', `There is no commit ${of.target}.`));
  const listed = await runGit(attributeListing(place, target));
  if (!listed.ok) return listed;
  const quarantine = openQuarantine(place, of.alsoFrom);
  try {
    const tree = join(quarantine.folder, 'tree');
    mkdirSync(tree);
    const attributes = attributesIn(listed.value);
    const written = await writeAttributes(place, target, { attributes, to: tree });
    return written.ok ? await work({ ...quarantine, place, target, tree }) : err(written.error);
  } finally {
    quarantine.close();
  }
};
