import type { SourceText } from '../../domain/duplicates/definition.ts';
import type { CopyFacts, CodeFinding } from '../../domain/duplicates/finding.ts';
import { MOST_CHARS, isGenerated, isMinified } from '../../domain/duplicates/hand-written.ts';
import type { CopyText } from '../../domain/duplicates/copies/copied-text.ts';
import { copyStyleOf } from '../../domain/duplicates/copies/copy-paths.ts';
import type { DeliveredLines } from '../../domain/duplicates/copies/delivered-lines.ts';
import { ownCopies } from '../../domain/duplicates/copies/own-copies.ts';
import type { CopySource } from '../../domain/duplicates/copies/own-copies.ts';
import { mayShare } from '../../domain/duplicates/copies/shared-runs.ts';
import type { CopyDetector } from '../../ports/copy-detector.ts';
import type { TreeBlob } from './tree-text.ts';

/** Whoever is looked at, and what they did to lines. */
export interface Delivered {
  readonly name: string;
  readonly lines: DeliveredLines;
}

/** Looks for blocks that were copied; files of the target are handed to it, one after the other. */
export interface CopySearch {
  wants(path: string): boolean;
  take(file: SourceText & TreeBlob): void;
  /** What there is, as far as files were handed in. Fails never: what hinders it is said. */
  found(ms: number): Promise<CopyFacts & { readonly findings: readonly CodeFinding[] }>;
}

type Searched = CopySource & CopyText;

/** Files of the target beyond this are not looked at: they have words in common, and that is all. */
const MOST_NEAR = { files: 2_000, chars: 32 * 1024 * 1024 };

/** Nothing is asked of the detector before there are texts that have words in common. */
export const copySearch = (detector: CopyDetector, all: readonly Delivered[]): CopySearch => {
  const added = all.flatMap(({ name, lines }) =>
    lines.added.map(({ path, style, text, before }): Searched => ({
      of: name,
      path,
      style,
      text,
      blob: before,
    })),
  );
  const isNear = mayShare(added.map(({ text }) => text));
  const generated = new Set<string>();
  const near: Searched[] = [];
  let size = 0;
  let left = all.reduce((sum, { lines }) => sum + lines.left, 0);

  return {
    wants: (path) => added.length > 0 && copyStyleOf(path) !== null,
    take: ({ path, text, id }) => {
      const style = copyStyleOf(path);
      if (style === null) return;
      if (isGenerated(text)) generated.add(path);
      else if (text.length > MOST_CHARS || isMinified(text) || !isNear(text)) return;
      else if (near.length >= MOST_NEAR.files || size + text.length > MOST_NEAR.chars) left += 1;
      else {
        size += text.length;
        near.push({ of: null, path, style, text, blob: id });
      }
    },
    found: async (ms) => {
      const own = added.filter(({ path }) => !generated.has(path));
      const sources = [...near, ...own];
      const isAlone = near.length === 0 && new Set(own.map(({ of }) => of)).size < 2;
      if (own.length === 0 || isAlone) return { findings: [], unlooked: null, more: 0, left };
      const blocks = await detector.detect(sources, ms);
      if (!blocks.ok) return { findings: [], unlooked: blocks.error.message, more: 0, left };
      const removed = new Map(all.map(({ name, lines }) => [name, lines.removed]));
      return { ...ownCopies(sources, blocks.value, removed), unlooked: null, left };
    },
  };
};
