import type { FileDelta } from './file-delta.ts';
import { pathBefore } from './file-delta.ts';

/** How often each line occurs, by its hash. */
export type LineCounts = ReadonlyMap<number, number>;

/** A line less what an editor changes by itself: indentation, line ends, a byte order mark. */
export const normalLine = (line: string): string => line.replace(/^\u{feff}/u, '').trim();

/** A line with fewer letters and digits is found anywhere. */
const TELLING_CHARS = 3;

/** Whether a line is so much its own that finding it elsewhere says something; brackets alone are not. */
export const isTelling = (line: string): boolean => {
  let found = 0;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    const isPlain =
      code < 128 && ((code > 47 && code < 58) || ((code | 32) > 96 && (code | 32) < 123));
    if (isPlain || (code > 127 && /[\p{L}\p{N}]/u.test(line.charAt(at)))) found += 1;
    if (found === TELLING_CHARS) return true;
  }
  return false;
};

/** A 53-bit hash of a normal line (cyrb53): two lines in a window share one about never. */
export const lineHash = (line: string): number => {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
};

/** The telling lines among these, counted. */
export const countLines = (lines: readonly string[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const normal = normalLine(line);
    if (isTelling(normal)) addTo(counts, lineHash(normal), 1);
  }
  return counts;
};

export const addTo = (counts: Map<number, number>, hash: number, more: number): void => {
  counts.set(hash, (counts.get(hash) ?? 0) + more);
};

export const totalOf = (counts: LineCounts): number => {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
};

export const removedLines = ({ hunks }: FileDelta): readonly string[] =>
  hunks.flatMap(({ removed }) => removed);

export const addedLines = ({ hunks }: FileDelta): readonly string[] =>
  hunks.flatMap(({ added }) => added);

/**
 * Lines that a change takes out for good, by the path where they lay: not those that it puts in again,
 * there or, as a whole, in another file.
 */
export const goneLines = (
  files: readonly FileDelta[],
): ReadonlyMap<string, Map<number, number>> => {
  const pool = new Map<number, number>();
  const gone = new Map<string, Map<number, number>>();
  for (const file of files) {
    const removed = countLines(removedLines(file));
    const added = countLines(addedLines(file));
    cancel(removed, added);
    for (const [hash, count] of added) addTo(pool, hash, count);
    if (removed.size > 0) gone.set(pathBefore(file), removed);
  }
  for (const removed of gone.values()) cancel(removed, pool);
  return gone;
};

/** The same the other way round: lines that it puts in, by the path where the file lay before. */
export const newLines = (files: readonly FileDelta[]): ReadonlyMap<string, Map<number, number>> =>
  goneLines(
    files.map((file) => ({
      ...file,
      hunks: file.hunks.map(({ line, removed, added }) => ({
        line,
        removed: added,
        added: removed,
      })),
    })),
  );

/** Takes from both what they have in common. */
const cancel = (one: Map<number, number>, other: Map<number, number>): void => {
  for (const [hash, count] of one) {
    const both = Math.min(count, other.get(hash) ?? 0);
    if (both === 0) continue;
    settle(one, hash, count - both);
    settle(other, hash, (other.get(hash) ?? 0) - both);
  }
};

const settle = (counts: Map<number, number>, hash: number, left: number): void => {
  if (left > 0) counts.set(hash, left);
  else counts.delete(hash);
};
