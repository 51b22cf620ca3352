import { columns, fit, pad, printable } from './columns.ts';
import type { Look } from './look.ts';
import type { Ink } from './style.ts';

/** One cell: its text, and how to set it off. */
export interface Cell {
  readonly text: string;
  readonly ink?: Ink;
  readonly align?: 'right';
}

/** How a table is laid out. */
export interface TableLayout {
  /** Columns left free at the start of each line. */
  readonly indent?: number;
  readonly gap?: number;
}

/** A cell of plain text, or of text set off by `ink`. */
export const cell = (text: string, ink: Ink = 'plain'): Cell => ({ text, ink });

/** A number: to the right. */
export const figure = (text: string, ink: Ink = 'plain'): Cell => ({ text, ink, align: 'right' });

/**
 * Lines with the cells of each row below each other. Where a line would be longer than `look.width` the
 * widest columns are cut until it fits. The last cell of a row may be as long as there is room.
 */
export function table(
  rows: readonly (readonly Cell[])[],
  look: Look,
  layout: TableLayout = {},
): readonly string[] {
  const { indent = 2, gap = 2 } = layout;
  const clean = rows.map((row) => row.map((each) => ({ ...each, text: printable(each.text) })));
  const natural = naturalWidths(clean);
  const room = Math.max(0, look.width - indent - gap * Math.max(0, natural.length - 1));
  const widths = shrink(natural, room);
  return clean.map((row) => lineOf(row, widths, { look, indent, gap }));
}

/** The last cell of a row that is shorter than others does not widen the column it happens to end in. */
function naturalWidths(rows: readonly (readonly Cell[])[]): readonly number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, index) =>
    Math.max(
      0,
      ...rows
        .filter((row) => index < row.length - 1 || row.length === count)
        .map((row) => columns(row[index]?.text ?? '')),
    ),
  );
}

function shrink(natural: readonly number[], room: number): readonly number[] {
  const widths = [...natural];
  for (let over = sum(widths) - room; over > 0; over = sum(widths) - room) {
    const widest = widths.indexOf(Math.max(...widths));
    const next = Math.max(0, ...widths.filter((_, index) => index !== widest));
    const width = widths[widest] ?? 0;
    if (width === 0) break;
    widths[widest] = Math.max(width - over, Math.min(next, width - 1), 0);
  }
  return widths;
}

function lineOf(
  row: readonly Cell[],
  widths: readonly number[],
  { look, indent, gap }: { readonly look: Look; readonly indent: number; readonly gap: number },
): string {
  let line = ' '.repeat(Math.min(indent, look.width));
  let used = line.length;
  for (const [index, each] of row.entries()) {
    const last = index === row.length - 1;
    const before = index === 0 ? 0 : Math.min(gap, look.width - used);
    const left = look.width - used - before;
    const width = Math.min(left, last && each.align !== 'right' ? left : (widths[index] ?? 0));
    const text =
      last && each.align !== 'right'
        ? fit(each.text, width)
        : pad(each.text, width, each.align ?? 'left');
    line += ' '.repeat(before) + paintText(look, each.ink ?? 'plain', text);
    used += before + columns(text);
  }
  return line.trimEnd();
}

/** Paints the words and leaves the spaces that fill a column alone. */
function paintText(look: Look, ink: Ink, text: string): string {
  const words = text.trim();
  if (words === '') return text;
  const start = text.indexOf(words);
  return text.slice(0, start) + look.paint(ink, words) + text.slice(start + words.length);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
