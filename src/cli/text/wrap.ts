import { columns, fit, printable } from './columns.ts';

/**
 * `text` broken into lines of at most `width` columns, between words where it can be. The first line starts
 * with `first`, the others with `rest` (both within the width).
 */
export function wrap(text: string, width: number, first = '', rest = first): readonly string[] {
  const lines: string[] = [];
  let line = printable(first);
  let empty = true;
  for (const word of printable(text)
    .split(' ')
    .filter((part) => part !== '')) {
    const longer = empty ? line + word : `${line} ${word}`;
    if (columns(longer) <= width) {
      line = longer;
      empty = false;
      continue;
    }
    if (!empty) lines.push(line);
    const pieces = chop(word, Math.max(1, width - columns(empty ? line : rest)));
    const start = empty ? line : rest;
    for (const [index, piece] of pieces.entries()) {
      line = (index === 0 ? start : rest) + piece;
      if (index < pieces.length - 1) lines.push(line);
    }
    empty = false;
  }
  return [...lines, line].map((each) => fit(each, width).trimEnd());
}

/** `parts` joined by ` · `, broken between them where the line is full; a part that is longer by itself is wrapped. */
export function wrapParts(parts: readonly string[], width: number, rest = '  '): readonly string[] {
  const lines: string[] = [];
  for (const part of parts.map(printable)) {
    const last = lines.at(-1);
    const longer = last === undefined ? part : `${last} · ${part}`;
    if (last !== undefined && columns(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(...wrap(part, width, last === undefined ? '' : rest, rest));
  }
  return lines;
}

/** A word longer than a line, in pieces: a path behind a slash where it can be, so that names stay whole. */
function chop(word: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const char of word) {
    if (piece !== '' && columns(piece + char) > width) {
      const cut = piece.lastIndexOf('/') + 1;
      const kept = columns(piece.slice(0, cut)) * 2 > width ? cut : piece.length;
      pieces.push(piece.slice(0, kept));
      piece = piece.slice(kept);
    }
    piece += char;
  }
  return [...pieces, piece];
}
