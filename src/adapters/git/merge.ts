import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Merge } from '../../ports/repository.ts';
import {
  ATTRIBUTES,
  attributeListing,
  attributeSearch,
  attributesIn,
  hasNone,
  writeAttributes,
} from './attributes.ts';
import { readConflict } from './conflict.ts';
import type { RepositoryPlace } from './discover.ts';
import { gitAll, runGit } from './git.ts';
import type { GitCommand, GitOutput } from './git.ts';
import { onTree } from './object-access.ts';
import { paths } from './paths.ts';
import { lookUp, lookedUp } from './refs.ts';

/** Merges two commits without a work copy. Codes: `no-such-commit`, and those of git. */
export const mergeCommits = async (
  place: RepositoryPlace,
  ours: string,
  theirs: string,
): Promise<Result<Merge, Failure>> => {
  const clean = await mergeAtOnce(place, ours, theirs);
  if (clean !== null) return ok(clean);
  // A name that does not resolve would look like a conflict: git exits with 1 for both.
  const names = [`${ours}^{commit}`, `${theirs}^{commit}`];
  const looked = await gitAll([lookUp(place.commonDir, names), attributeListing(place, ours)]);
  if (!looked.ok) return looked;
  const [objects, listed] = looked.value;
  const [target = null, other = null] = lookedUp(objects, names);
  if (target === null) return err(failure('no-such-commit', `There is no commit ${ours}.`));
  if (other === null) return err(failure('no-such-commit', `There is no commit ${theirs}.`));
  const output = await mergeTree(place, { target, other, attributes: attributesIn(listed) });
  if (!output.ok) return output;
  const tree = treeIn(output.value);
  if (tree === null) {
    return err(
      failure(
        'git-failed',
        `Merging ${other} into ${target} gave no tree: ${output.value.stderr.trim()}`,
      ),
    );
  }
  if (output.value.exit === 0) return ok({ kind: 'clean', tree });
  const files = await readConflict(place, output.value.stdout, { ours: target, theirs: other });
  return ok({ kind: 'conflict', files });
};

/**
 * Nearly all merges are clean, and of a target without attributes: one question is enough for them.
 * Null for all others; what has attributes now most probably had them at that commit.
 */
const mergeAtOnce = async (
  place: RepositoryPlace,
  ours: string,
  theirs: string,
): Promise<(Merge & { readonly kind: 'clean' }) | null> => {
  if (!isId(ours) || !isId(theirs) || existsSync(join(place.root, ATTRIBUTES))) return null;
  const empty = emptyFolder(place);
  if (empty === null) return null;
  const answers = await gitAll([
    attributeSearch(place, ours),
    merging(place, { ours, theirs, in: empty }),
  ]);
  if (!answers.ok) return null;
  const [listed, merged] = answers.value;
  if (!hasNone(place, ours, listed) || merged.exit !== 0) return null;
  const tree = treeIn(merged);
  return tree === null ? null : { kind: 'clean', tree };
};

const isId = (name: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(name);

/** The tree that a merge has written; null when there is none. */
const treeIn = ({ stdout }: GitOutput): string | null => {
  const [tree = ''] = paths(stdout);
  return isId(tree) ? tree : null;
};

const merging = (
  place: RepositoryPlace,
  of: {
    readonly ours: string;
    readonly theirs: string;
    readonly in: string;
    readonly style?: ConflictStyle;
  },
): GitCommand => ({
  cwd: of.in,
  args: ['merge-tree', '--write-tree', '-z', '--messages', of.ours, of.theirs],
  options: onTree(place.commonDir, of.in, {
    exits: [0, 1],
    config: [['merge.conflictStyle', of.style ?? 'zdiff3']],
  }),
});

/** How a conflict stands in its file: `diff3` takes nothing out of its hunks that both sides have. */
type ConflictStyle = 'zdiff3' | 'diff3';

/** Two commits to be merged. */
export interface Merging {
  readonly target: string;
  readonly other: string;
  readonly style?: ConflictStyle;
  /** Paths of the attribute files that the target holds. */
  readonly attributes: readonly string[];
}

/**
 * git reads merge attributes from the work tree alone. Lending it one that holds nothing but the
 * target's `.gitattributes` makes a merge depend on the two commits, not on what is checked out.
 */
export const mergeTree = async (
  place: RepositoryPlace,
  { target, other, attributes, style = 'zdiff3' }: Merging,
): Promise<Result<GitOutput, Failure>> => {
  const into = (lent: string): GitCommand =>
    merging(place, { ours: target, theirs: other, in: lent, style });
  const empty = attributes.length === 0 ? emptyFolder(place) : null;
  if (empty !== null) return runGit(into(empty));
  mkdirSync(place.stateDir, { recursive: true });
  const lent = mkdtempSync(join(place.stateDir, 'merge-'));
  try {
    const written = await writeAttributes(place, target, { attributes, to: lent });
    return written.ok ? await runGit(into(lent)) : written;
  } finally {
    rmSync(lent, { recursive: true, force: true });
  }
};

/** A folder that is kept for the many targets without attributes; null when somebody has put something into it. */
const emptyFolder = (place: RepositoryPlace): string | null => {
  const folder = join(place.stateDir, 'no-attributes');
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder).length === 0 ? folder : null;
};
