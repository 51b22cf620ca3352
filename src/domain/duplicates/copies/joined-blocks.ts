import type { SharedBlock } from './copied-text.ts';

/** Lines between two blocks, on both sides, over which they are one copy with a change in it. */
const MOST_BETWEEN = 3;

/** Blocks of the same two texts that follow each other in both, as one. */
export const joinedBlocks = (blocks: readonly SharedBlock[]): readonly SharedBlock[] => {
  const joined: SharedBlock[] = [];
  for (const block of blocks.toSorted(byPlace)) {
    const last = joined.at(-1);
    if (last !== undefined && follows(last, block)) joined[joined.length - 1] = both(last, block);
    else joined.push(block);
  }
  return joined;
};

const byPlace = (one: SharedBlock, other: SharedBlock): number =>
  one.a.text - other.a.text ||
  one.b.text - other.b.text ||
  one.a.line - other.a.line ||
  one.b.line - other.b.line;

const follows = (last: SharedBlock, next: SharedBlock): boolean =>
  last.a.text === next.a.text &&
  last.b.text === next.b.text &&
  next.a.line <= last.a.endLine + MOST_BETWEEN + 1 &&
  next.b.line >= last.b.line &&
  next.b.line <= last.b.endLine + MOST_BETWEEN + 1 &&
  // As far down on one side as on the other, or they are two copies of one block.
  Math.abs(next.a.line - last.a.line - (next.b.line - last.b.line)) <= MOST_BETWEEN;

const both = (last: SharedBlock, next: SharedBlock): SharedBlock => {
  const overlapping = next.a.line <= last.a.endLine;
  return {
    a: { ...last.a, endLine: Math.max(last.a.endLine, next.a.endLine) },
    b: { ...last.b, endLine: Math.max(last.b.endLine, next.b.endLine) },
    tokens: overlapping ? Math.max(last.tokens, next.tokens) : last.tokens + next.tokens,
  };
};
