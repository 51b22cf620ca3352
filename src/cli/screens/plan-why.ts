import type { PlanOutlook } from '../../compose/plan-outlook.ts';
import { formatMinutes } from '../../domain/config/duration.ts';
import type { TaskReasons } from '../../domain/plan/task-reasons.ts';
import { columns, pad } from '../text/columns.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';
import { changeLines, termLines } from './limit-terms.ts';
import { didBind } from './limit-words.ts';

type Reasoned = Pick<PlanOutlook, 'reasons' | 'limitAtStart'>;

/** The limit as it would stand at the start; then, task by task, why it would run when and beside whom it does. */
export const planWhyLines = (
  { reasons, limitAtStart }: Reasoned,
  look: Look,
): readonly string[] => {
  const width = Math.min(WIDEST_NAME, Math.max(0, ...reasons.map(({ id }) => columns(id))));
  return [
    look.paint('bold', 'At the start'),
    ...wrap(didBind(limitAtStart), look.width, '  '),
    ...termLines(limitAtStart, look),
    ...changeLines(limitAtStart, look),
    '',
    look.paint('bold', 'Task by task'),
    ...reasons.flatMap((each) => taskLines(each, width, look)),
  ];
};

const WIDEST_NAME = 24;

const taskLines = (task: TaskReasons, width: number, look: Look): readonly string[] => {
  const indent = ' '.repeat(width + 4);
  const { id, startMs, endMs, startText, besideText, apart, held } = task;
  const when = `${formatMinutes(startMs)} to ${formatMinutes(endMs)}, ${besideText}`;
  return [
    ...wrap(when, look.width, `  ${pad(id, width)}  `, indent),
    ...wrap(`starts ${startText}`, look.width, indent, `${indent}  `),
    ...apart.flatMap(({ task: other, text }) =>
      wrap(`not beside ${other}: ${text}`, look.width, indent, `${indent}  `),
    ),
    ...(held === null
      ? []
      : wrap(`before all that: ${held.text}`, look.width, indent, `${indent}  `)),
  ];
};
