import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { git } from './git.ts';
import type { GitCommand, GitOutput } from './git.ts';
import { onObjects } from './object-access.ts';
import { paths } from './paths.ts';
import { ANY_ANSWER } from './refs.ts';

/** How git names its attribute files. */
export const ATTRIBUTES = '.gitattributes';

/** The command that lists all a commit holds; `attributesIn` reads its output. */
export const attributeListing = (place: RepositoryPlace, commit: string): GitCommand => ({
  cwd: place.commonDir,
  args: ['ls-tree', '-r', '-z', '--name-only', '--end-of-options', commit],
  options: onObjects(place, { readOnly: true, exits: ANY_ANSWER }),
});

/** The command that lists where a commit differs from one that holds no attribute files. */
const differenceListing = (place: RepositoryPlace, from: string, to: string): GitCommand => ({
  cwd: place.commonDir,
  args: ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to],
  options: onObjects(place, { readOnly: true, exits: ANY_ANSWER }),
});

/** By git folder: the commit that was last seen to hold no attribute files. */
const bare = new Map<string, string>();

/**
 * The command that finds attribute files of a commit, by its difference from one that had none where such a one
 * is known: a target changes little from one landing to the next. `hasNone` reads its output.
 */
export const attributeSearch = (place: RepositoryPlace, commit: string): GitCommand => {
  const known = bare.get(place.commonDir);
  return known === undefined
    ? attributeListing(place, commit)
    : differenceListing(place, known, commit);
};

/** Whether the commit holds none for sure. */
export const hasNone = (place: RepositoryPlace, commit: string, found: GitOutput): boolean => {
  const none = found.exit === 0 && attributesIn(found).length === 0;
  if (none) bare.set(place.commonDir, commit);
  else bare.delete(place.commonDir);
  return none;
};

/** The attribute files of a listing, which may be long: most have none. */
export const attributesIn = ({ stdout }: GitOutput): readonly string[] =>
  stdout.includes(`${ATTRIBUTES}\0`)
    ? paths(stdout).filter((path) => basename(path) === ATTRIBUTES)
    : [];

/** Writes a commit's attribute files below a folder: all that a merge reads of a work tree. */
export const writeAttributes = async (
  place: RepositoryPlace,
  commit: string,
  { attributes, to }: { readonly attributes: readonly string[]; readonly to: string },
): Promise<Result<null, Failure>> => {
  const options = onObjects(place, { readOnly: true });
  for (const path of attributes) {
    const blob = await git(place.commonDir, ['cat-file', 'blob', `${commit}:${path}`], options);
    if (!blob.ok) return blob;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), blob.value.stdout);
  }
  return ok(null);
};
