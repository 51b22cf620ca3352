import type { PlanOutlook } from '../../compose/plan-outlook.ts';
import { formatDuration, formatPercent } from '../../domain/config/duration.ts';
import type { Look } from '../text/look.ts';
import { cell, figure, table } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** Serial or concurrent, with the rule and its figures. */
export function decisionLines({ plan, forecast }: PlanOutlook, look: Look): readonly string[] {
  const { mode, reason } = plan.admission;
  const how = mode === 'serial' ? 'serial' : `concurrent, up to ${forecast.peak} at once`;
  return labelled('Decision', `${how}: ${reason}`, look);
}

/** The expected time, and what would not fit it. */
export function forecastLines(outlook: PlanOutlook, look: Look): readonly string[] {
  const { schedule, forecast, plan } = outlook;
  const serially =
    schedule.makespanMs === schedule.serialMs
      ? ''
      : `, ${time(schedule.serialMs)} one after the other`;
  const room =
    forecast.usableMs === null ? '' : `; ${time(forecast.usableMs)} are there before the reserve`;
  const text = `${time(schedule.makespanMs)} of agent time${serially}${room}. Landing, checks and review come on top; tokens and cost are not forecast yet.`;
  const { late, wallNeededMs, overlong } = forecast;
  const { reserve } = plan.limits;
  const warnings = [
    late.length === 0
      ? ''
      : `does not fit before the reserve of ${formatPercent(reserve)}: ${late.join(', ')}; a wall limit of ${formatDuration(wallNeededMs ?? 0)}, smaller tasks or fewer would change that`,
    overlong.length === 0
      ? ''
      : `longer than ${overlong.length === 1 ? 'its' : 'their'} deadline by size: ${overlong.join(', ')}; raise \`deadline\` or split ${overlong.length === 1 ? 'it' : 'them'}`,
  ].filter((warning) => warning !== '');
  return [
    ...labelled('Forecast', text, look),
    ...warnings.flatMap((warning) =>
      wrap(warning, look.width, ' ! ', '   ').map((line) => look.paint('yellow', line)),
    ),
  ];
}

/** When each task is expected to run, and what no schedule can undercut. */
export function scheduleLines(outlook: PlanOutlook, look: Look): readonly string[] {
  const { tasks, makespanMs, bounds } = outlook.schedule;
  const rows = tasks.map(({ id, startMs, endMs }) => [
    cell(id, 'bold'),
    figure(time(startMs)),
    figure(time(endMs)),
    cell(bar(startMs / makespanMs, endMs / makespanMs), 'cyan'),
  ]);
  const { slots } = outlook;
  const group =
    bounds.group.length > 1
      ? [`${time(bounds.groupMs)}: ${bounds.group.join(', ')} may not run at once`]
      : [];
  const floors = [
    `${time(bounds.criticalPathMs)}: the longest chain`,
    `${time(bounds.slotsMs)}: all work over ${slots === 1 ? 'one slot' : `${slots} slots`}`,
    ...group,
  ];
  return [
    look.paint('bold', `Expected with ${slots} at once, if every size is right`),
    ...table(rows, look),
    '',
    'No order of these tasks is faster than the longest of',
    ...floors.flatMap((floor) => wrap(floor, look.width, '  ', '    ')),
  ];
}

const MINUTE = 60_000;

/** Sizes are estimates: seconds tell nothing beside minutes. */
const time = (ms: number): string =>
  formatDuration(ms < MINUTE ? Math.round(ms / 1000) * 1000 : Math.round(ms / MINUTE) * MINUTE);

const BAR = 40;

/** A stretch of the whole time, at least one cell long. */
function bar(from: number, to: number): string {
  const start = Math.min(BAR - 1, Math.round(from * BAR));
  const length = Math.max(1, Math.round(to * BAR) - start);
  return '·'.repeat(start) + '█'.repeat(length);
}

const labelled = (label: string, text: string, look: Look): readonly string[] => {
  const [first = '', ...more] = wrap(text, look.width, `${label}  `, ' '.repeat(label.length + 2));
  return [look.paint('bold', label) + first.slice(label.length), ...more];
};
