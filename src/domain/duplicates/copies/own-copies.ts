import { isTestPath } from '../definition.ts';
import type { CodeFinding, Side } from '../finding.ts';
import type { SharedBlock, Stretch } from './copied-text.ts';
import type { RemovedText } from './delivered-lines.ts';
import { lineKey } from './delivered-lines.ts';
import { joinedBlocks } from './joined-blocks.ts';
import { runsOfWords } from './shared-runs.ts';
import { substanceOf } from './substance.ts';

/** A text that was looked through, and whose it is. */
export interface CopySource {
  /** Whose it is; null: the target's. */
  readonly of: string | null;
  readonly path: string;
  /** Of a delivery only what it added stands in it; see `delivered-lines`. */
  readonly text: string;
  /** Of the target: the file as a blob's id; of a delivery: what the file was where it left. */
  readonly blob: string | null;
}

/** What there is to tell. */
export interface OwnCopies {
  readonly findings: readonly CodeFinding[];
  /** How many more there are between the same two. */
  readonly more: number;
}

/** Between two of them no more are told: whoever copies more has copied a folder. */
const MOST_TOLD = 5;

/** So much has to be left of a block without imports, comments and brackets. */
const LEAST = { lines: 4, words: 18 };
/** In tests: frames of tests are alike everywhere, and are to be. */
const LEAST_IN_TESTS = { lines: 6, words: 40 };

/** This part of a block that went from one place to another is a block that was moved. */
const MOVED = 0.7;

/**
 * Which blocks somebody copied now, and nobody has said yet: at least one side was added by a delivery, the
 * other is another one's or the target's, and the delivery did not take it out there. The longest first.
 */
export const ownCopies = (
  sources: readonly CopySource[],
  blocks: readonly SharedBlock[],
  removedBy: ReadonlyMap<string, RemovedText>,
): OwnCopies => {
  const lines = sources.map(({ text }) => text.split('\n'));
  const inQuestion = blocks
    .map((block) => withoutPartialLines(ordered(sources, block), lines))
    .filter((block) => areTwo(sources[block.a.text], sources[block.b.text]));
  const copies = joinedBlocks(inQuestion).flatMap((block): readonly Copy[] => {
    const [a, b] = [sources[block.a.text], sources[block.b.text]];
    if (a?.of === undefined || a.of === null || b === undefined) return [];
    const text = (lines[block.a.text] ?? []).slice(block.a.line - 1, block.a.endLine);
    const { first, ...substance } = substanceOf(text);
    const least = isTestPath(a.path) || isTestPath(b.path) ? LEAST_IN_TESTS : LEAST;
    if (substance.lines < least.lines || substance.words < least.words) return [];
    const removed = b.of === null ? removedBy.get(a.of) : undefined;
    if (removed !== undefined && isMoved(text, removed)) return [];
    return [{ block, words: substance.words, finding: findingOf(a, b, block, first) }];
  });
  const known = copies.filter((copy) => copy.finding.b.of === null);
  const fresh = copies.filter(
    ({ finding, block }) => finding.b.of === null || !isCovered(block, known),
  );
  return capped(fresh.toSorted((one, other) => other.words - one.words));
};

interface Copy {
  readonly block: SharedBlock;
  readonly words: number;
  readonly finding: CodeFinding;
}

/** The side of a delivery first, that of the target last. */
const ordered = (sources: readonly CopySource[], block: SharedBlock): SharedBlock => {
  const [a, b] = [sources[block.a.text]?.of ?? null, sources[block.b.text]?.of ?? null];
  const turned = a === null || (b !== null && block.b.text < block.a.text);
  return turned ? { ...block, a: block.b, b: block.a } : block;
};

/** A sign that two lines have in common makes neither of them a part of the block. */
const withoutPartialLines = (
  block: SharedBlock,
  lines: readonly (readonly string[])[],
): SharedBlock => {
  const differ = (a: number, b: number): boolean =>
    lineKey(lines[block.a.text]?.[a - 1] ?? '') !== lineKey(lines[block.b.text]?.[b - 1] ?? '');
  const { a, b } = block;
  const from = a.line < a.endLine && b.line < b.endLine && differ(a.line, b.line) ? 1 : 0;
  const isLong = a.line + from < a.endLine && b.line + from < b.endLine;
  const to = isLong && differ(a.endLine, b.endLine) ? 1 : 0;
  const cut = (side: Stretch): Stretch => ({
    ...side,
    line: side.line + from,
    endLine: side.endLine - to,
  });
  return { ...block, a: cut(a), b: cut(b) };
};

/** Not the same one's, and not at the same path: there git joins them, or says that it cannot. */
const areTwo = (a: CopySource | undefined, b: CopySource | undefined): boolean => {
  if (a === undefined || b === undefined || a.of === b.of) return false;
  // Further down in a file of the target, as it was when the delivery left it.
  return a.path !== b.path || (b.of === null && a.blob === b.blob);
};

const isMoved = (lines: readonly string[], removed: RemovedText): boolean => {
  const keys = lines.map(lineKey).filter((key) => /[\p{L}\p{N}]/u.test(key));
  if (keys.filter((key) => removed.lines.has(key)).length >= MOVED * keys.length) return true;
  const runs = [...runsOfWords([lines.join('\n')])];
  return runs.filter((run) => removed.runs.has(run)).length >= MOVED * runs.length;
};

/** Both have it from the target: that is said of each. */
const isCovered = ({ a }: SharedBlock, known: readonly Copy[]): boolean =>
  known.some(
    ({ block }) =>
      block.a.text === a.text && overlap(block.a, a) >= MOVED * (a.endLine - a.line + 1),
  );

/** Lines that both have. */
export const overlap = (
  one: Pick<Stretch, 'line' | 'endLine'>,
  other: Pick<Stretch, 'line' | 'endLine'>,
): number => Math.max(0, Math.min(one.endLine, other.endLine) - Math.max(one.line, other.line) + 1);

const capped = (copies: readonly Copy[]): OwnCopies => {
  const told = new Map<string, number>();
  const findings = copies
    .map(({ finding }) => finding)
    .filter(({ a, b }) => {
      const pair = `${a.of ?? ''}\n${b.of ?? ''}`;
      told.set(pair, (told.get(pair) ?? 0) + 1);
      return (told.get(pair) ?? 0) <= MOST_TOLD;
    });
  return { findings, more: copies.length - findings.length };
};

const findingOf = (
  a: CopySource,
  b: CopySource,
  block: SharedBlock,
  first: string,
): CodeFinding => {
  const count = block.a.endLine - block.a.line + 1;
  return {
    kind: 'duplicate',
    a: sideOf(a, block.a, first),
    b: sideOf(b, block.b, first),
    score: 1,
    why: `${String(count)} lines are the same word for word (${String(block.tokens)} tokens)`,
  };
};

const MOST_SHOWN = 48;

const sideOf = ({ of, path }: CopySource, { line, endLine }: Stretch, first: string): Side => ({
  of,
  symbol: first.length > MOST_SHOWN ? `${first.slice(0, MOST_SHOWN - 1)}…` : first,
  kind: 'block',
  path,
  line,
  endLine,
  users: null,
});
