import type { PlanOutlook } from '../../compose/plan-outlook.ts';
import { formatMinutes } from '../../domain/config/duration.ts';
import type { ScheduledTask } from '../../domain/plan/placing.ts';
import type { ScheduleBounds } from '../../domain/plan/schedule.ts';
import { columns, pad } from '../text/columns.ts';
import { count } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, figure, table } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';
import { labelled } from './labelled.ts';

/** Without `--why` longer schedules stop here. */
const MOST_ROWS = 24;
/** Names longer than this are cut, so that there is room for the bars. */
const WIDEST_NAME = 24;
const WIDEST_BAR = 64;

type Scheduled = Pick<PlanOutlook, 'plan' | 'slots' | 'schedule'>;

/** When each task is expected to run, as bars over one time line, and what no order of them can undercut. */
export function scheduleLines(outlook: Scheduled, all: boolean, look: Look): readonly string[] {
  const { slots, schedule, plan } = outlook;
  const { tasks, makespanMs, bounds } = schedule;
  if (plan.tasks.length < 2) return [];
  const shown = all ? tasks : tasks.slice(0, MOST_ROWS);
  const left = tasks.length - shown.length;
  const guess = plan.tasks.every(({ sizeMs }) => sizeMs === null)
    ? 'no size is known'
    : 'if every size is right';
  const how = slots === 1 ? 'one at a time' : `up to ${slots} at once`;
  return [
    ...labelled('Schedule', `${formatMinutes(makespanMs)}, ${how}, ${guess}`, look),
    ...barLines(shown, makespanMs, new Set(bounds.criticalPath), look),
    ...(left > 0 ? [`  and ${count(left, 'more task')}: fanin plan --why`] : []),
    '',
    ...boundLines(outlook, look),
  ];
}

const barLines = (
  tasks: readonly ScheduledTask[],
  makespanMs: number,
  chain: ReadonlySet<string>,
  look: Look,
): readonly string[] => {
  const name = Math.min(WIDEST_NAME, Math.max(...tasks.map(({ id }) => columns(id))));
  const times = tasks.map(
    ({ startMs, endMs }) => [formatMinutes(startMs), formatMinutes(endMs)] as const,
  );
  const from = Math.max(...times.map(([start]) => columns(start)));
  const to = Math.max(...times.map(([, end]) => columns(end)));
  // Two spaces before each of the four columns.
  const room = Math.max(1, Math.min(WIDEST_BAR, look.width - name - from - to - 8));
  const rows = tasks.map(({ id, startMs, endMs }, index) => [
    cell(pad(id, name).trimEnd(), 'bold'),
    figure(times[index]?.[0] ?? ''),
    figure(times[index]?.[1] ?? ''),
    cell(bar(startMs / makespanMs, endMs / makespanMs, room), chain.has(id) ? 'cyan' : 'plain'),
  ]);
  return table(rows, look);
};

/** A stretch of the whole time, at least one cell long. */
function bar(from: number, to: number, room: number): string {
  const start = Math.min(room - 1, Math.round(from * room));
  const length = Math.max(1, Math.round(to * room) - start);
  return '·'.repeat(start) + '█'.repeat(length);
}

const boundLines = ({ slots, schedule }: Scheduled, look: Look): readonly string[] => {
  const { bounds, makespanMs, serialMs } = schedule;
  const rows: readonly (readonly [ScheduleBounds['binding'], number, string])[] = [
    ['critical-path', bounds.criticalPathMs, `critical path: ${bounds.criticalPath.join(' → ')}`],
    [
      'slots',
      bounds.slotsMs,
      `${formatMinutes(serialMs)} of work over ${slots === 1 ? 'one slot' : `${slots} slots`}`,
    ],
    ...(bounds.group.length > 1
      ? [
          [
            'group',
            bounds.groupMs,
            `heaviest group of which no two run at once: ${bounds.group.join(', ')}`,
          ] as const,
        ]
      : []),
  ];
  const over = makespanMs - bounds.bindingMs;
  const verdict =
    over < 1000
      ? 'The schedule takes just that.'
      : `The schedule takes ${formatMinutes(over)} more than that.`;
  const width = Math.max(...rows.map(([, ms]) => columns(formatMinutes(ms))));
  return [
    ...wrap('No order of these tasks is faster than the longest of', look.width),
    ...rows.flatMap(([name, ms, text]) => {
      const binds = name === bounds.binding;
      const words = binds ? `${text}  ← binds` : text;
      const start = `  ${pad(formatMinutes(ms), width, 'right')}  `;
      return wrap(words, look.width, start, ' '.repeat(width + 4)).map((line) =>
        binds ? look.paint('bold', line) : line,
      );
    }),
    ...wrap(verdict, look.width),
  ];
};
