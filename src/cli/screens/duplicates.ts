import type { DuplicateReport } from '../../compose/duplicates/duplicates-here.ts';
import { placeOf } from '../../domain/duplicates/definition.ts';
import { sidePlace } from '../../domain/duplicates/finding.ts';
import type { CodeFinding, Side } from '../../domain/duplicates/finding.ts';
import { whatToDo } from '../../domain/duplicates/what-to-do.ts';
import { printable } from '../text/columns.ts';
import { count } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, table } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** What is written twice, both sides below each other; the first line is the answer. */
export function duplicateLines(report: DuplicateReport, look: Look): readonly string[] {
  const { code, target } = report;
  const inked = code.findings.length === 0 ? 'green' : 'yellow';
  return [
    ...wrap(headline(report), look.width).map((line) => look.paint(inked, line)),
    ...SECTIONS.flatMap(([kind, title]) =>
      section(
        title,
        code.findings.filter((finding) => finding.kind === kind),
        target.name,
        look,
      ),
    ),
    ...likelyLines(report, look),
    ...exportLines(report, look),
    ...unreadLines(report, look),
  ];
}

const SECTIONS = [
  ['duplicate', 'written twice'],
  ['rival', 'defined twice'],
  ['contract', 'changed by one, used by another'],
] as const;

function headline({ target, compared, code }: DuplicateReport): string {
  const [only] = compared;
  if (only === undefined)
    return `Nothing to compare with ${target.name}: no worktree, workspace or delivery.`;
  const what = count(compared.length, 'branch', 'branches');
  const added = Object.values(code.added).reduce((sum, each) => sum + each, 0);
  const said = `${count(added, 'definition')} added by ${what}`;
  if (code.findings.length === 0) return `Nothing is written twice: ${said}.`;
  const parts = SECTIONS.flatMap(([kind, title]) => {
    const all = code.findings.filter((finding) => finding.kind === kind).length;
    return all === 0 ? [] : [`${String(all)} ${title}`];
  });
  return `${parts.join(', ')} (${said}).`;
}

function section(
  title: string,
  findings: readonly CodeFinding[],
  target: string,
  look: Look,
): readonly string[] {
  return findings.flatMap((finding, at) => [
    '',
    ...(at === 0 ? [look.paint('bold', title)] : []),
    ...table([sideCells(finding.a, target), sideCells(finding.b, target)], look),
    ...wrap(`${finding.why}.`, look.width - 2).map((line) => `  ${look.paint('dim', line)}`),
    ...wrap(whatToDo(finding), look.width - 2).map((line) => `  ${line}`),
  ]);
}

const sideCells = (side: Side, target: string) => [
  cell(`  ${printable(side.of ?? target)}`, 'bold'),
  cell(printable(side.symbol)),
  cell(printable(sidePlace(side))),
  cell(side.users === null ? '' : usersText(side.users), 'dim'),
];

const usersText = (users: number): string =>
  users === 0 ? 'nobody uses it' : `used in ${count(users, 'file')}`;

function likelyLines({ code }: DuplicateReport, look: Look): readonly string[] {
  const rows = (code.likely ?? []).flatMap(({ side, candidates }) =>
    candidates.map((each, at) => [
      cell(at === 0 ? `  ${printable(`${side.of ?? ''} ${side.symbol}`)}` : '', 'bold'),
      cell(`${String(Math.round(each.score * 100))} %`),
      cell(printable(`${each.side.of ?? ''} ${each.side.symbol}`)),
      cell(printable(sidePlace(each.side)), 'dim'),
    ]),
  );
  return rows.length === 0 ? [] : ['', look.paint('bold', 'the likeliest'), ...table(rows, look)];
}

/** Exports that are gone or are used in another way. */
const MOST_EXPORTS = 10;

function exportLines({ code }: DuplicateReport, look: Look): readonly string[] {
  const all = Object.entries(code.exports).flatMap(([name, changes]) =>
    changes.map((change) => ({ of: name, ...change })),
  );
  if (all.length === 0) return [];
  const rows = all
    .slice(0, MOST_EXPORTS)
    .map(({ of, change, ...rest }) => [
      cell(`  ${printable(of)}`, 'bold'),
      cell(change),
      cell(printable(rest.before)),
      cell(printable(placeOf(rest))),
    ]);
  const more = all.length - rows.length;
  return [
    '',
    look.paint('bold', 'exports removed or changed'),
    ...table(rows, look),
    ...(more > 0 ? [`  and ${String(more)} more`] : []),
  ];
}

function unreadLines({ code }: DuplicateReport, look: Look): readonly string[] {
  const skipped = Object.entries(code.skipped).map(
    ([why, files]) => `${count(files, 'file')} ${why}`,
  );
  return [
    ...(code.unread.length === 0
      ? []
      : [
          '',
          'not compared',
          ...table(
            code.unread.map(({ name, why }) => [cell(name, 'bold'), cell(why)]),
            look,
          ),
        ]),
    ...(skipped.length === 0 ? [] : ['', look.paint('dim', `left out: ${skipped.join(', ')}`)]),
    ...copyLines(code.copies),
    ...(code.left === 0
      ? []
      : ['', `There was no time for ${count(code.left, 'file')} of the base.`]),
  ];
}

function copyLines({ unlooked, more, left }: DuplicateReport['code']['copies']): readonly string[] {
  return [
    ...(unlooked === null ? [] : ['', `Copies word for word were not looked for: ${unlooked}`]),
    ...(more === 0
      ? []
      : [
          '',
          `${String(more)} more ${more === 1 ? 'block was' : 'blocks were'} copied word for word.`,
        ]),
    ...(left === 0
      ? []
      : ['', `${count(left, 'file')} with added lines: too large to look for copies.`]),
  ];
}
