import type { CleanedItem } from '../../compose/clean.ts';
import { columns, printable } from '../text/columns.ts';
import { count } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, figure, table } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';
import { bytes } from './bytes.ts';

/** What was removed and how much that has freed, and what was kept and why. */
export function cleanLines(
  items: readonly CleanedItem[],
  dryRun: boolean,
  look: Look,
): readonly string[] {
  const gone = items.filter(({ removed }) => removed);
  const kept = items.filter(({ removed }) => !removed);
  if (items.length === 0) return ['Nothing to clean: there are no workspaces.'];
  const rows = gone.map(({ name, bytes: size, path }) => [
    cell(name, 'bold'),
    figure(bytes(size)),
    cell(path, 'dim'),
  ]);
  return [
    look.paint('bold', headText(gone, dryRun)),
    ...table(rows, look),
    ...keptLines(kept, look),
  ];
}

function headText(gone: readonly CleanedItem[], dryRun: boolean): string {
  if (gone.length === 0) return dryRun ? 'Nothing would be removed.' : 'Nothing was removed.';
  const copies = gone.filter(({ kind }) => kind === 'check').length;
  const workspaces = gone.length - copies;
  const what = [
    workspaces === 0 ? '' : count(workspaces, 'workspace'),
    copies === 0 ? '' : count(copies, 'check copy', 'check copies'),
  ].filter((part) => part !== '');
  const freed = bytes(gone.reduce((sum, item) => sum + item.bytes, 0));
  return dryRun
    ? `Would remove ${what.join(' and ')} · ${freed} to free`
    : `Removed ${what.join(' and ')} · ${freed} freed`;
}

/** Names longer than this get their reason on the next line. */
const WIDEST = 30;

function keptLines(kept: readonly CleanedItem[], look: Look): readonly string[] {
  if (kept.length === 0) return [];
  const names = Math.min(WIDEST, Math.max(...kept.map(({ name }) => columns(printable(name)))));
  return [
    look.paint('bold', `Kept ${kept.length}`),
    ...kept.flatMap(({ name, kept: why, failure }) => {
      const label = printable(name).padEnd(names);
      const lines = wrap(why ?? '', look.width, `  ${label}  `, ' '.repeat(names + 4));
      return failure === null ? lines : lines.map((line) => look.paint('red', line));
    }),
  ];
}
