import type { FileDelta } from '../../lost-updates/file-delta.ts';
import { MOST_CHARS, isGenerated, isMinified } from '../hand-written.ts';
import type { CommentStyle } from './copied-text.ts';
import { copyStyleOf } from './copy-paths.ts';
import { runsOfWords } from './shared-runs.ts';

/** Lines that a delivery has put into a file, at their places. */
export interface AddedLines {
  readonly path: string;
  readonly style: CommentStyle;
  /** The file as it is now, with what was there before taken out line by line: no block reaches over it. */
  readonly text: string;
  /** What the file held where the delivery left the target, as a blob's id; null: it is new. */
  readonly before: string | null;
}

/** What a delivery took out, wherever: what it put in elsewhere went there. */
export interface RemovedText {
  /** However they are indented. */
  readonly lines: ReadonlySet<string>;
  /** However its lines are broken. */
  readonly runs: ReadonlySet<number>;
}

/** What a delivery does to lines, as far as blocks of them are compared. */
export interface DeliveredLines {
  readonly added: readonly AddedLines[];
  readonly removed: RemovedText;
  /** Files that are too large to be compared. */
  readonly left: number;
}

/** Over this, for one delivery, somebody has brought in a tree. */
const MOST_ADDED = 4 * 1024 * 1024;

/** What a delivery adds and takes out. */
export const deliveredLines = (files: readonly FileDelta[]): DeliveredLines => {
  const added: AddedLines[] = [];
  const removed: string[] = [];
  let size = 0;
  let left = 0;
  for (const { path, before, after, hunks, binary } of files) {
    if (binary) continue;
    for (const hunk of hunks) if (hunk.removed.length > 0) removed.push(hunk.removed.join('\n'));
    const style = copyStyleOf(path);
    if (style === null || after?.mode.startsWith('100') !== true) continue;
    const text = addedText(hunks, added.length);
    if (text === '' || isGenerated(text) || isMinified(text)) continue;
    size += text.length;
    if (text.length > MOST_CHARS || size > MOST_ADDED) left += 1;
    else added.push({ path, style, text, before: before?.blob ?? null });
  }
  return { added, removed: removedText(removed), left };
};

/** Of what was taken out, each piece as it stood. */
export const removedText = (pieces: readonly string[]): RemovedText => ({
  lines: new Set(pieces.flatMap((piece) => piece.split('\n').map(lineKey))),
  runs: runsOfWords(pieces),
});

/** A line, however it is indented. */
export const lineKey = (line: string): string => line.trim().replaceAll(/\s+/gu, ' ');

/** In the place of a line that was there before: ends a comment that began before it, and is like no other. */
const gap = (file: number, line: number): string => `*/ faninGap${String(file)}x${String(line)}`;

const addedText = (hunks: FileDelta['hunks'], file: number): string => {
  const lines: string[] = [];
  for (const { line, added } of hunks) {
    if (added.length === 0) continue;
    if (lines.length < line - 1) lines.push(gap(file, line));
    while (lines.length < line - 1) lines.push('');
    for (const each of added) lines.push(each);
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
};
