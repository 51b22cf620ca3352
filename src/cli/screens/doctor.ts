import type { DoctorFinding } from '../../compose/doctor.ts';
import { columns, printable } from '../text/columns.ts';
import { count } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import type { Ink } from '../text/style.ts';
import { wrap } from '../text/wrap.ts';

/** Whether fanin can work here, and everything that was looked at. */
export function doctorLines(findings: readonly DoctorFinding[], look: Look): readonly string[] {
  const names = Math.max(0, ...findings.map(({ name }) => columns(printable(name))));
  return [
    look.paint('bold', headText(findings)),
    '',
    ...findings.flatMap((finding) => findingLines(finding, names, look)),
  ];
}

function headText(findings: readonly DoctorFinding[]): string {
  const problems = findings.filter(({ state }) => state === 'problem').length;
  const notes = findings.filter(({ state }) => state === 'note').length;
  const also = notes === 0 ? '' : `, ${count(notes, 'note')}`;
  return problems === 0
    ? `Ready: fanin can run here${also}.`
    : `Not ready: ${count(problems, 'problem')}${also}.`;
}

const MARKS: Readonly<
  Record<DoctorFinding['state'], { readonly mark: string; readonly ink: Ink }>
> = {
  ok: { mark: '✓', ink: 'green' },
  note: { mark: '!', ink: 'yellow' },
  problem: { mark: '✗', ink: 'red' },
};

function findingLines(
  { name, state, text, hint }: DoctorFinding,
  names: number,
  look: Look,
): readonly string[] {
  const { mark, ink } = MARKS[state];
  const indent = ' '.repeat(names + 6);
  const [first = '', ...more] = wrap(
    text,
    look.width,
    `  ${mark} ${printable(name).padEnd(names)}  `,
    indent,
  );
  return [
    `  ${look.paint(ink, mark)}${first.slice(3)}`,
    ...more,
    ...(hint === null ? [] : wrap(`→ ${hint}`, look.width, indent, `${indent}  `)),
  ];
}
