import type { LandingRow } from '../../compose/landing-log.ts';
import { ago, count, shortId } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import type { Cell } from '../text/table.ts';
import { cell, table } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** What stands behind each landing. `where`: the ref or range that was asked for. */
export function landingLogLines(
  rows: readonly LandingRow[],
  where: string,
  look: Look,
): readonly string[] {
  if (rows.length === 0) return [`Nothing that fanin landed is in ${where}.`];
  const changed = rows.filter(({ receipt }) => receipt.state === 'differs');
  return [
    look.paint('bold', `${count(rows.length, 'landing')} in ${where}`),
    '',
    ...table(
      rows.map((row) => cellsOf(row, look)),
      look,
    ),
    ...resolvedLines(rows, look),
    ...(changed.length === 0
      ? []
      : [
          '',
          ...changed.map(({ attempt, run }) =>
            look.paint(
              'yellow',
              ` ! the receipt of ${run}/${attempt} is not the one that was landed: it was changed since`,
            ),
          ),
        ]),
  ];
}

/** What fanin itself changed on the way to the target, which no delivery has. */
function resolvedLines(rows: readonly LandingRow[], look: Look): readonly string[] {
  const lines = rows.flatMap(({ attempt, resolved }) =>
    resolved.flatMap((text) => wrap(text, look.width, ` ${attempt}  `, '   ')),
  );
  return lines.length === 0 ? [] : ['', 'settled by resolvers on the way', ...lines];
}

function cellsOf(row: LandingRow, look: Look): readonly Cell[] {
  return [
    cell(shortId(row.commit), 'yellow'),
    cell(what(row), row.undoneBy === null ? 'bold' : 'dim'),
    cell(agentText(row)),
    cell(checksText(row), checksInk(row)),
    cell(row.reviewer === null ? '' : `by ${row.reviewer}`),
    cell(ago(row.at, look.now), 'dim'),
    cell(receiptText(row)),
  ];
}

function what({ attempt, undoes, undoneBy }: LandingRow): string {
  if (undoes !== null) return `undoes ${shortId(undoes)}`;
  return undoneBy === null ? attempt : `${attempt}, undone`;
}

/** Of collected work the place alone: a line is short. */
const agentText = ({ agent, model }: LandingRow): string =>
  [agent?.replace(/^collected from (?:branch|work copy) /u, 'from ') ?? null, model]
    .filter((part) => part !== null)
    .join(' · ');

function checksText({ checks }: LandingRow): string {
  if (checks === null) return '';
  if (checks.length === 0) return 'no check';
  return checks
    .map(
      ({ name, status }) =>
        `${status === 'passed' ? '✓' : status === 'failed' ? '✗' : '–'} ${name}`,
    )
    .join(' ');
}

const checksInk = ({ checks }: LandingRow): 'green' | 'yellow' =>
  checks !== null && checks.length > 0 && checks.every(({ status }) => status === 'passed')
    ? 'green'
    : 'yellow';

function receiptText({ receipt, undoes }: LandingRow): string {
  if (receipt.sha256 === null) return undoes === null ? 'no receipt' : '';
  const short = shortId(receipt.sha256);
  return receipt.state === 'held'
    ? `receipt ${short}`
    : receipt.state === 'differs'
      ? `receipt ${short} differs`
      : `receipt ${short}, not here`;
}
