import { addedOf, exportChanges, usesOf } from '../../domain/duplicates/addition.ts';
import type { Addition } from '../../domain/duplicates/addition.ts';
import type { SourceText } from '../../domain/duplicates/definition.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { SourceReader } from '../../ports/source-reader.ts';
import { blobTexts, changedBlobs, forkOf, tooLarge } from './tree-text.ts';
import type { TreeBlob, Trees } from './tree-text.ts';

/**
 * What a tip does to what is defined, against the commit where it left the target. Only files that
 * differ are read. Codes: `no-parser`, those of git.
 */
export const readAddition = async (
  trees: Trees,
  reader: SourceReader,
  { target, tip }: { readonly target: string; readonly tip: string },
): Promise<Result<Addition, Failure>> => {
  const fork = await forkOf(trees, target, tip);
  if (!fork.ok) return fork;
  const changed = await changedBlobs(trees, fork.value, tip);
  if (!changed.ok) return changed;
  const read = changed.value.filter(({ path }) => reader.reads(path)).slice(0, MOST_FILES);
  const blobs = (side: 'before' | 'after'): readonly TreeBlob[] =>
    read.flatMap((each) => {
      const id = each[side];
      return id === null ? [] : [{ path: each.path, id }];
    });
  const before = await blobTexts(trees, blobs('before'));
  if (!before.ok) return before;
  const after = await blobTexts(trees, blobs('after'));
  if (!after.ok) return after;
  const was = await reader.read(before.value.files);
  if (!was.ok) return was;
  const is = await reader.read(after.value.files);
  if (!is.ok) return is;
  // A file of which one side says nothing would be one that is all new, or all gone.
  const large = tooLarge(after.value.large);
  const unsaid = [...was.value.skipped, ...is.value.skipped, ...before.value.large, ...large];
  const dark = new Set(unsaid.map(({ path }) => path));
  const lit = was.value.definitions.filter(({ path }) => !dark.has(path));
  const now = is.value.definitions.filter(({ path }) => !dark.has(path));
  return ok({
    added: addedOf(lit, now),
    exports: exportChanges(lit, now),
    uses: usesIn(before.value.files, after.value.files, dark),
    skipped: [...is.value.skipped, ...large],
  });
};

/** Whoever changes more has moved a tree, or brought one in. */
const MOST_FILES = 5_000;

const usesIn = (
  before: readonly SourceText[],
  after: readonly SourceText[],
  dark: ReadonlySet<string>,
): Addition['uses'] => {
  const was = new Map(before.map(({ path, text }) => [path, text]));
  return after.flatMap(({ path, text }) =>
    dark.has(path) ? [] : usesOf(path, was.get(path) ?? '', text),
  );
};
