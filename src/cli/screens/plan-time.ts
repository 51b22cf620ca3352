import type { PlanOutlook } from '../../compose/plan-outlook.ts';
import { formatDuration, formatMinutes, formatPercent } from '../../domain/config/duration.ts';
import { OVERRUN } from '../../domain/governor/attempt-time.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';
import { labelled } from './labelled.ts';
import { expectationLines } from './plan-expectation.ts';

/** Serial or concurrent, with the rule and its figures. */
export function decisionLines({ plan, forecast }: PlanOutlook, look: Look): readonly string[] {
  const { mode, reason } = plan.admission;
  const { peak } = forecast;
  const many = peak > 1 ? `up to ${peak} at once` : 'once the first has landed';
  const how = mode === 'serial' ? 'serial' : `concurrent, ${many}`;
  return labelled('Decision', `${how}: ${reason}`, look);
}

/** The expected time, and what would not fit it. */
export function forecastLines(outlook: PlanOutlook, look: Look): readonly string[] {
  const { schedule, forecast, plan } = outlook;
  const serially =
    schedule.makespanMs === schedule.serialMs
      ? ''
      : `, ${formatMinutes(schedule.serialMs)} one after the other`;
  const room =
    forecast.usableMs === null
      ? ''
      : `; ${formatMinutes(forecast.usableMs)} are there before the reserve`;
  const cut =
    forecast.cut.length === 0
      ? ''
      : ` An attempt gets ${OVERRUN} times its size where another still fits behind it; a \`deadline\` of its own comes first.`;
  const text = `${formatMinutes(schedule.makespanMs)} of agent time by size${serially}${room}.${cut} Landing, checks and review come on top.`;
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
    ...expectationLines(outlook, look),
    ...warnings.flatMap((warning) =>
      wrap(warning, look.width, ' ! ', '   ').map((line) => look.paint('yellow', line)),
    ),
  ];
}
