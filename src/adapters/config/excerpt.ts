import type { Place } from '../../domain/failure.ts';

/** A stretch of a text, in UTF-16 units; `end` is the first one behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The place of `span` in `text`: line and column from 1, and an excerpt that marks it. The excerpt is the
 * first line of the span, cut to about a terminal's width around the mark, without control characters.
 */
export function placeOf(file: string, text: string, span: Span): Place {
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const newline = text.indexOf('\n', span.start);
  const line = text.slice(lineStart, newline === -1 ? text.length : newline).replace(/\r$/u, '');
  return {
    file,
    line: lineNumber(text, lineStart),
    column: span.start - lineStart + 1,
    excerpt: mark(line, span.start - lineStart, Math.max(1, span.end - span.start)),
  };
}

const WIDTH = 96;
const CUT = '…';

const lineNumber = (text: string, lineStart: number): number => {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < lineStart; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
};

const mark = (line: string, column: number, length: number): string => {
  const from = column < WIDTH - 16 ? 0 : column - Math.floor(WIDTH / 2);
  const to = from + WIDTH;
  const before = (from > 0 ? CUT : '') + printable(line.slice(from, column));
  const marked = printable(line.slice(column, Math.min(to, column + length)));
  const after = printable(line.slice(Math.min(to, column + length), to));
  const shown = `${before}${marked}${after}${line.length > to ? CUT : ''}`;
  return `${shown}\n${' '.repeat(width(before))}${'^'.repeat(Math.max(1, width(marked)))}`;
};

/** A file must not be able to write on the terminal; and a tab is one column, as in the count. */
const printable = (text: string): string =>
  text.replaceAll('\t', ' ').replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '�');

/** Columns on a terminal, near enough: one a code point. */
const width = (text: string): number => Array.from(text).length;
