import type { Collectable, Item } from '../../compose/collect/collectable.ts';
import { placeText } from '../../domain/collect/collected-from.ts';
import { attemptLabel } from '../../domain/ids.ts';
import { count, shortId } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, table } from '../text/table.ts';
import type { Cell } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** What is taken in, what is not, and what a person should know of it before it is checked. */
export function collectedLines(found: Collectable, look: Look): readonly string[] {
  const { items, nothingNew, notes } = found;
  const rows = [
    ...items.map(itemCells),
    ...nothingNew.map(({ name, why }) => [cell('–', 'dim'), cell(name), cell(why, 'dim')]),
  ];
  const findings = items.flatMap(({ task, n, command }) =>
    command.harvest.findings.map(({ text }) => `${attemptLabel(task, n)}: ${text}`),
  );
  return [
    ...wrap(headText(found), look.width, '', '  ').map((line) => look.paint('bold', line)),
    '',
    ...table(rows, look),
    ...findings.flatMap((text) =>
      wrap(text, look.width, ' ! ', '   ').map((line) => look.paint('yellow', line)),
    ),
    ...(items.length === 0
      ? []
      : notes.flatMap((note) => wrap(note, look.width, 'note: ', '      '))),
    ...(items.length === 0 ? [] : ['']),
  ];
}

function headText({ items, nothingNew, run, start }: Collectable): string {
  const all = items.length + nothingNew.length;
  const of = nothingNew.length === 0 ? count(all, 'piece') : `${items.length} of ${all} pieces`;
  if (items.length === 0) return 'Nothing of it is new, so nothing is taken in.';
  const { name, commit } = start.base;
  const where =
    run === null
      ? `a run of its own, from ${name}@${shortId(commit)}`
      : `run ${run}, whose target is at ${shortId(commit)}`;
  return `Taking in ${of} of work into ${where}`;
}

function itemCells({ task, n, taken }: Item): readonly Cell[] {
  const { from, commits } = taken;
  const parts = [
    commits === 0 ? '' : count(commits, 'commit'),
    from.uncommitted === 0 ? '' : count(from.uncommitted, 'uncommitted file'),
    n > 1 ? `takes the place of ${attemptLabel(task, n - 1)}` : '',
  ].filter((part) => part !== '');
  return [cell(attemptLabel(task, n), 'bold'), cell(placeText(from)), cell(parts.join(' · '))];
}
