import type {
  LanguageFamily,
  SkippedSource,
  SourceText,
} from '../../domain/duplicates/definition.ts';
import { isTestPath } from '../../domain/duplicates/definition.ts';
import { mayDefine, outlineOf } from '../../domain/duplicates/outline.ts';
import type { Outline } from '../../domain/duplicates/outline.ts';
import type { Profile } from '../../domain/duplicates/profile.ts';
import { comparable } from '../../domain/duplicates/reported.ts';
import { idfOf } from '../../domain/duplicates/scores.ts';
import type { Rarity } from '../../domain/duplicates/scores.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { SourceReader } from '../../ports/source-reader.ts';
import type { CopySearch } from './copy-search.ts';
import { languageOf } from './languages.ts';
import { blobTexts, tooLarge, treeBlobs } from './tree-text.ts';
import type { TreeBlob, Trees } from './tree-text.ts';

/** What a base has that may be what was added. */
export interface BaseSource {
  readonly profiles: readonly Profile[];
  readonly rarity: Rarity;
  readonly skipped: readonly SkippedSource[];
}

/**
 * Reads of a base what may be what was added: outlines of all files from their texts, and with the parser
 * only files that come into question. Codes: `no-parser`.
 */
export const readBase = async (
  reader: SourceReader,
  added: readonly Profile[],
  files: readonly (SourceText & { readonly outline: Outline })[],
): Promise<Result<BaseSource, Failure>> => {
  const heads = files.flatMap(({ outline }) => outline);
  const isNear = mayDefine(added, idfOf(added, heads));
  const near = files.filter((file) => isNear({ ...file, family: familyOf(file) }));
  const facts = await reader.read(near);
  if (!facts.ok) return facts;
  const profiles = comparable(facts.value.definitions);
  const rarity = idfOf([...added, ...profiles], heads);
  return ok({ profiles, rarity, skipped: facts.value.skipped });
};

const familyOf = ({ path }: SourceText): LanguageFamily => languageOf(path)?.family ?? 'any';

/** Files read in one go. */
const BATCH = 500;

/**
 * Reads bases one after the other, each file once: for its definitions, and to look for what was copied out of it.
 * An outline is kept from one to the next, as long as its file is the same.
 */
export const createBaseReader = (trees: Trees, reader: SourceReader) => {
  let known = new Map<string, Outline>();

  /** `left`: files that there was no time for. Codes: `no-parser`, those of git. */
  return async (
    commit: string,
    added: readonly Profile[],
    ms: number,
    copies: CopySearch | null = null,
  ): Promise<Result<BaseSource & { readonly left: number }, Failure>> => {
    const until = performance.now() + ms;
    const blobs = await treeBlobs(trees, commit);
    if (!blobs.ok) return blobs;
    const defines = ({ path }: TreeBlob): boolean =>
      added.length > 0 && reader.reads(path) && !isTestPath(path);
    const wanted = blobs.value.filter((blob) => defines(blob) || copies?.wants(blob.path) === true);
    const files: (SourceText & { readonly outline: Outline })[] = [];
    const skipped: SkippedSource[] = [];
    const now = new Map<string, Outline>();
    let read = 0;
    for (; read < wanted.length && performance.now() < until; read += BATCH) {
      const texts = await blobTexts(trees, wanted.slice(read, read + BATCH));
      if (!texts.ok) return texts;
      skipped.push(...tooLarge(texts.value.large.filter(defines)));
      for (const file of texts.value.files) {
        copies?.take(file);
        if (!defines(file)) continue;
        const outline = known.get(keyOf(file)) ?? outlineOf(file.text);
        now.set(keyOf(file), outline);
        files.push({ ...file, outline });
      }
    }
    known = now;
    const base = await readBase(reader, added, files);
    if (!base.ok) return base;
    const left = Math.max(0, wanted.length - read);
    return ok({ ...base.value, skipped: [...skipped, ...base.value.skipped], left });
  };
};

const keyOf = ({ path, id }: TreeBlob): string => `${id} ${path}`;
