import type { ConflictReport, ShownConflict } from '../../compose/conflicts/conflicts-here.ts';
import { printable } from '../text/columns.ts';
import { count } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, table } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** Who conflicts with the target, and who with whom; the first line is the answer. */
export function conflictLines(report: ConflictReport, look: Look): readonly string[] {
  const { matrix, target, shown, resolvers } = report;
  const { against, pairs, unread, left } = matrix;
  const inked = against.length + pairs.length === 0 ? 'green' : 'yellow';
  return [
    ...wrap(headline(report), look.width).map((line) => look.paint(inked, line)),
    ...section(
      `with ${target.name} itself`,
      against.map(({ name, files }) => [name, filesText(files, resolvers)]),
      look,
    ),
    ...section(
      'with each other',
      pairs.map(({ a, b, files }) => [`${a} × ${b}`, filesText(files, resolvers)]),
      look,
    ),
    ...section(
      'not compared',
      unread.map(({ name, why }) => [name, why]),
      look,
    ),
    ...(left === 0 ? [] : ['', `${count(left, 'pair')} more share a file and were not merged.`]),
    ...shown.flatMap((each) => hunkLines(each, report, look)),
    ...(against.length + pairs.length === 0 || shown.length > 0
      ? []
      : ['', look.paint('dim', 'fanin conflicts --hunks shows the lines in question.')]),
  ];
}

/** While it is at work. */
export const progressLine = (done: number, all: number): string =>
  `merged ${done.toLocaleString('en')} of ${all.toLocaleString('en')}`;

function headline({ target, compared, matrix }: ConflictReport): string {
  const { against, pairs, left } = matrix;
  const [only] = compared;
  if (only === undefined)
    return `Nothing to compare with ${target.name}: no worktree, workspace or delivery.`;
  const uncommitted = compared.filter((each) => each.uncommitted).length;
  const what = count(compared.length, 'branch', 'branches');
  const beside = uncommitted === 0 ? '' : `, ${String(uncommitted)} with uncommitted changes`;
  if (against.length + pairs.length === 0) {
    const others = compared.length === 1 ? '' : ' and with each other';
    return `No conflict${left === 0 ? '' : ' so far'}: ${what}${beside === '' ? '' : `${beside},`} merge${compared.length === 1 ? 's' : ''} with ${target.name}${others}.`;
  }
  const parts = [
    against.length === 0 ? '' : `${String(against.length)} with ${target.name} itself`,
    pairs.length === 0 ? '' : `${count(pairs.length, 'pair')} with each other`,
  ];
  return `Conflicts: ${parts.filter((part) => part !== '').join(', ')} (of ${what}${beside}).`;
}

function section(
  title: string,
  rows: readonly (readonly [string, string])[],
  look: Look,
): readonly string[] {
  if (rows.length === 0) return [];
  const cells = rows.map(([name, words]) => [cell(name, 'bold'), cell(words)]);
  return ['', title, ...table(cells, look)];
}

const SHOWN_FILES = 3;

function filesText(files: readonly string[], resolvers: ConflictReport['resolvers']): string {
  const more = files.length - SHOWN_FILES;
  const shown = more > 0 ? files.slice(0, SHOWN_FILES) : files;
  const named = shown.map((file) => {
    const resolver = resolvers[file];
    return resolver === undefined ? file : `${file} (resolver: ${resolver})`;
  });
  return more > 0 ? `${named.join(', ')} and ${String(more)} more` : named.join(', ');
}

function hunkLines(
  { a, b, texts }: ShownConflict,
  { target }: ConflictReport,
  look: Look,
): readonly string[] {
  return texts.flatMap(({ path, text }) => [
    '',
    look.paint('bold', printable(`${path} · ${a} × ${b ?? target.name}`)),
    // Lines of a file are shown as they are: cut, they would say something else.
    ...text.trimEnd().split('\n').map(printable),
  ]);
}
