import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';

/** Added lines in their order. `shared`: a beginning that both sides have. */
export interface SectionOrder {
  readonly shared: readonly string[];
  readonly first: readonly string[];
  readonly next: readonly string[];
}

/**
 * The order of what both sides have added to a text with headings, in which each line stays below its own: ours first,
 * where either is right. The error says what is in the way.
 */
export const sectionOrder = (
  ours: readonly string[],
  theirs: readonly string[],
): Result<SectionOrder, string> => {
  const at = sharedStart(ours, theirs);
  const [mine, other] = [ours.slice(at), theirs.slice(at)];
  const twice = doubled(mine, other);
  if (twice !== null) return err(`both have added a section “${twice}”`);
  const [first, next] = mayFollow(mine, other) ? [mine, other] : [other, mine];
  return mayFollow(first, next)
    ? ok({ shared: ours.slice(0, at), first, next })
    : err('lines that one side added would come below a heading of the other');
};

interface Heading {
  readonly line: number;
  readonly text: string;
  /** 1 is the highest. */
  readonly level: number;
}

const UNDERLINES: Readonly<Record<string, number>> = { '=': 1, '-': 2 };
const LOWEST = 3;

const headingsIn = (lines: readonly string[]): readonly Heading[] =>
  lines.flatMap((line, index): readonly Heading[] => {
    const marks = /^(#{1,6})\s+\S/u.exec(line)?.[1];
    if (marks !== undefined) return [{ line: index, text: line.trim(), level: marks.length }];
    const under = /^([=\-~^"'`+#:])\1{2,}\s*$/u.exec(lines[index + 1] ?? '')?.[1];
    return under !== undefined && /^[\p{L}\p{N}[(]/u.test(line)
      ? [{ line: index, text: line.trim(), level: UNDERLINES[under] ?? LOWEST }]
      : [];
  });

/** Headings that both begin with, and blank lines around them. */
const sharedStart = (ours: readonly string[], theirs: readonly string[]): number => {
  const headings = headingsIn(ours);
  const isHeading = (at: number): boolean =>
    headings.some(({ line, text }) => line === at || (line === at - 1 && !text.startsWith('#')));
  let at = 0;
  while (at < ours.length && ours[at] === theirs[at]) {
    if (ours[at]?.trim() !== '' && !isHeading(at)) break;
    at += 1;
  }
  return headings.some(({ line }) => line < at) ? at : 0;
};

/** A section that both have, on the level of whole sections; null: none. */
const doubled = (ours: readonly string[], theirs: readonly string[]): string | null => {
  const [mine, other] = [headingsIn(ours), headingsIn(theirs)];
  const highest = Math.min(...[...mine, ...other].map(({ level }) => level));
  const known = new Set(mine.map(({ text }) => text));
  return other.find(({ level, text }) => level === highest && known.has(text))?.text ?? null;
};

/** Whether `next` can come behind `first` with every line below the heading that it was written for. */
const mayFollow = (first: readonly string[], next: readonly string[]): boolean => {
  const above = headingsIn(first);
  const start = next.findIndex((line) => line.trim() !== '');
  if (above.length === 0 || start === -1) return true;
  const [opening] = headingsIn(next);
  return (
    opening !== undefined &&
    opening.line === start &&
    opening.level <= Math.min(...above.map(({ level }) => level))
  );
};
