import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { commitTree } from './commit.ts';
import type { RepositoryPlace } from './discover.ts';
import { git } from './git.ts';
import { onObjects } from './object-access.ts';
import { fields, pathText } from './paths.ts';
import { resolveTree } from './refs.ts';
import { treeByIndex } from './scratch-index.ts';

/** What a commit changes on top of its base, to be taken apart by path. */
export interface SplitRequest {
  readonly base: string;
  readonly commit: string;
  /** Whether a changed path is taken out. */
  readonly takes: (path: string) => boolean;
  /** What is taken lies on top of the rest, and not beside it. */
  readonly onTop: boolean;
  readonly messages: { readonly rest: string; readonly taken: string };
}

/** One of two parts, as objects that no ref holds. */
export interface SplitPart {
  readonly commit: string;
  readonly tree: string;
  readonly base: string;
  readonly files: readonly string[];
}

/**
 * Makes two commits that hold between them just what the one changes. No ref, index or work copy is touched. Codes:
 * `nothing-taken`, `nothing-left`, `not-separable`, those of git.
 */
export const splitTree = async (
  place: RepositoryPlace,
  { base, commit, takes, onTop, messages }: SplitRequest,
): Promise<Result<{ readonly rest: SplitPart; readonly taken: SplitPart }, Failure>> => {
  const changed = await changedEntries(place, base, commit);
  if (!changed.ok) return changed;
  const taken = changed.value.filter(({ path }) => takes(path));
  const left = changed.value.filter(({ path }) => !takes(path));
  const refused = refusal(taken, left);
  if (refused !== null) return err(refused);
  const rest = await partOn(place, { base, entries: left, message: messages.rest });
  if (!rest.ok) return rest;
  const tree = onTop ? await resolveTree(place, commit) : null;
  const other = await partOn(place, {
    base: onTop ? rest.value.commit : base,
    entries: taken,
    message: messages.taken,
    ...(tree === null ? {} : { tree }),
  });
  return other.ok ? ok({ rest: rest.value, taken: other.value }) : other;
};

/** A changed path as the index takes it; mode 0 where it is gone. */
interface Entry {
  readonly path: string;
  readonly mode: string;
  readonly line: Buffer;
}

/** Reads `:<mode> <mode> <id> <id> <what> NUL <path> NUL`. */
const changedEntries = async (
  place: RepositoryPlace,
  base: string,
  commit: string,
): Promise<Result<readonly Entry[], Failure>> => {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', base, commit];
  const output = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  if (!output.ok) return output;
  const found = fields(output.value.stdout);
  const entries: Entry[] = [];
  for (let at = 0; at + 1 < found.length; at += 2) {
    const [, mode = '', , id = ''] = (found[at]?.toString('latin1') ?? '').split(' ');
    const path = found[at + 1] ?? Buffer.alloc(0);
    const line = Buffer.concat([Buffer.from(`${mode} ${id}\t`), path, Buffer.from([0])]);
    entries.push({ path: pathText(path), mode, line });
  }
  return ok(entries);
};

const GONE = '000000';

const refusal = (taken: readonly Entry[], left: readonly Entry[]): Failure | null => {
  if (taken.length === 0) return failure('nothing-taken', 'it changes nothing under these paths');
  if (left.length === 0)
    return failure('nothing-left', 'it changes nothing but what lies under these paths', {
      hint: 'approve or return it as it is',
    });
  const tangled = tangle(taken, left) ?? tangle(left, taken);
  return tangled === null
    ? null
    : failure('not-separable', `${tangled} was a file in one part and is a folder in the other`, {
        hint: 'name both, or neither',
      });
};

/** A path of the one part that is a folder in the other. */
const tangle = (ones: readonly Entry[], others: readonly Entry[]): string | null => {
  const names = new Set(ones.map(({ path }) => path));
  for (const { path } of others)
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
      if (names.has(path.slice(0, at))) return path.slice(0, at);
  return null;
};

interface PartWish {
  readonly base: string;
  readonly entries: readonly Entry[];
  readonly message: string;
  /** Where it is known already. */
  readonly tree?: string;
}

const partOn = async (
  place: RepositoryPlace,
  { base, entries, message, tree: known }: PartWish,
): Promise<Result<SplitPart, Failure>> => {
  const tree = known === undefined ? await treeOn(place, base, entries) : ok(known);
  if (!tree.ok) return tree;
  const commit = await commitTree(place, { tree: tree.value, parents: [base], message });
  if (!commit.ok) return commit;
  const files = entries.map(({ path }) => path);
  return ok({ commit: commit.value, tree: tree.value, base, files });
};

/** The tree of a commit with these paths as they are given. */
const treeOn = (
  place: RepositoryPlace,
  base: string,
  entries: readonly Entry[],
): Promise<Result<string, Failure>> => {
  // What is gone goes first: a folder may lie where a file was.
  const gone = entries.filter(({ mode }) => mode === GONE);
  const there = entries.filter(({ mode }) => mode !== GONE);
  const input = Buffer.concat([...gone, ...there].map(({ line }) => line));
  return treeByIndex(place, { base, folder: 'split', input: () => ok(input) });
};
