import type { Definition } from '../../domain/duplicates/definition.ts';
import { isTestPath } from '../../domain/duplicates/definition.ts';
import type { Profile } from '../../domain/duplicates/profile.ts';
import { comparable } from '../../domain/duplicates/reported.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { SourceReader } from '../../ports/source-reader.ts';
import { blobTexts, treeBlobs } from './tree-text.ts';
import type { Trees } from './tree-text.ts';

/** What a target defines. */
export interface TargetSource {
  readonly profiles: readonly Profile[];
  readonly skipped: Readonly<Record<string, number>>;
  /** Files that there was no time for. */
  readonly left: number;
}

/** Files read in one go. */
const BATCH = 200;

/** Reads targets one after the other; what a file says is known from the one before, as long as it is the same. */
export const createTargetReader = (trees: Trees, reader: SourceReader) => {
  let known = new Map<string, readonly Profile[] | string>();

  /** Codes: `no-parser`, those of git. */
  return async (commit: string, ms: number): Promise<Result<TargetSource, Failure>> => {
    const until = performance.now() + ms;
    const blobs = await treeBlobs(trees, commit);
    if (!blobs.ok) return blobs;
    const wanted = blobs.value.filter(({ path }) => reader.reads(path) && !isTestPath(path));
    const keyOf = ({ path, id }: { readonly path: string; readonly id: string }) => `${id} ${path}`;
    const fresh = wanted.filter((blob) => !known.has(keyOf(blob)));
    const found = new Map<string, readonly Profile[] | string>();
    let read = 0;
    for (; read < fresh.length && performance.now() < until; read += BATCH) {
      const texts = await blobTexts(trees, fresh.slice(read, read + BATCH));
      if (!texts.ok) return texts;
      const facts = await reader.read(texts.value);
      if (!facts.ok) return facts;
      const by = Map.groupBy(facts.value.definitions, ({ path }: Definition) => path);
      const why = new Map(facts.value.skipped.map((each) => [each.path, each.why]));
      for (const blob of texts.value)
        found.set(keyOf(blob), why.get(blob.path) ?? comparable(by.get(blob.path) ?? []));
    }
    const now = new Map<string, readonly Profile[] | string>();
    for (const blob of wanted) {
      const said = known.get(keyOf(blob)) ?? found.get(keyOf(blob));
      if (said !== undefined) now.set(keyOf(blob), said);
    }
    known = now;
    const skipped: Record<string, number> = {};
    for (const said of now.values())
      if (typeof said === 'string') skipped[said] = (skipped[said] ?? 0) + 1;
    return ok({
      profiles: [...now.values()].flatMap((said) => (typeof said === 'string' ? [] : said)),
      skipped,
      left: Math.max(0, fresh.length - read),
    });
  };
};
