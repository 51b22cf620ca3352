import type { Repaired } from '../../compose/doctor.ts';
import { count } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/** What was wrong, what it was before, and what was done about it. */
export function repairLines(repairs: readonly Repaired[], look: Look): readonly string[] {
  const done = repairs.filter((each) => each.done).length;
  const head =
    repairs.length === 0
      ? 'Nothing to repair.'
      : `${count(done, 'repair')} done, ${repairs.length - done} left to you.`;
  return [look.paint('bold', head), ...repairs.flatMap((each) => oneLines(each, look))];
}

function oneLines({ name, text, before, after, ...of }: Repaired, look: Look): readonly string[] {
  const mark = of.done ? look.paint('green', '✓') : look.paint('yellow', '!');
  const [first = '', ...more] = wrap(text, look.width, '  ✓ ', '    ');
  const change = of.done ? [`${name}: ${before} → ${after}`] : [];
  const why = of.failure === null ? [] : [of.failure.message];
  const next = of.done ? [] : [`→ ${of.command}`];
  return [
    `  ${mark}${first.slice(3)}`,
    ...more,
    ...[...change, ...why, ...next].flatMap((line) => wrap(line, look.width, '    ', '      ')),
  ];
}
