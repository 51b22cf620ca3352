import type { PlanOutlook } from '../../compose/plan-outlook.ts';
import { formatMinutes } from '../../domain/config/duration.ts';
import type { Amount, Basis, Lack } from '../../domain/plan/expectation.ts';
import { LEAST_ATTEMPTS } from '../../domain/plan/samples.ts';
import { count, dollars, tokens } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/** Time, tokens and cost by what attempts took here, each with its spread and where it is from; or what is missing. */
export function expectationLines(
  { expectation }: Pick<PlanOutlook, 'expectation'>,
  look: Look,
): readonly string[] {
  const { time, timeLacks, basis } = expectation;
  const nothing = nothingKnown(expectation);
  if (nothing !== null) return wrap(nothing, look.width, INDENT);
  const spreadOnly = time.kind === 'known' && timeLacks.length > 0;
  return [
    ...amountLines('time', time, formatMinutes, look),
    ...(spreadOnly
      ? wrap(`without spread, by size alone: ${lacksText(timeLacks, true)}`, look.width, INDENT)
      : []),
    ...amountLines('tokens', expectation.tokens, tokens, look),
    ...amountLines('cost', expectation.usd, dollars, look),
    ...basis
      .filter(({ delivered }) => delivered > 0)
      .flatMap((each) => wrap(basisText(each), look.width, '  ', '    ')),
  ];
}

/** Said once where it is the same for all of it. */
const nothingKnown = ({ time, tokens: used, usd }: PlanOutlook['expectation']): string | null => {
  if (time.kind === 'known' || used.kind === 'known' || usd.kind === 'known') return null;
  if (usd.why.some(({ unpriced }) => unpriced > 0)) return null;
  const told = (lacks: readonly Lack[]) => lacks.map(({ attempts }) => attempts).join(' ');
  if (told(time.why) !== told(used.why)) return null;
  return `Its spread, tokens and cost are unknown: ${lacksText(used.why, false)}.`;
};

const INDENT = ' '.repeat(10);

const amountLines = (
  label: string,
  amount: Amount,
  show: (value: number) => string,
  look: Look,
): readonly string[] => {
  const lines = wrap(amountText(amount, show), look.width, `  ${label.padEnd(8)}`, INDENT);
  const tight = amount.kind === 'known' && amount.within !== null && amount.within < 0.5;
  return tight ? lines.map((line) => look.paint('yellow', line)) : lines;
};

const amountText = (amount: Amount, show: (value: number) => string): string => {
  if (amount.kind === 'unknown') return `unknown: ${lacksText(amount.why, false)}`;
  const { p10, p50, p90 } = amount.spread;
  const { limit, within } = amount;
  const fits =
    limit === null || within === null
      ? ''
      : `; within the ${show(limit)} before the reserve in ${shareText(within)}`;
  return `${show(p50)}, and ${show(p10)} to ${show(p90)} in 8 of 10 draws${fits}`;
};

const shareText = (share: number): string => `${Math.floor(share * 100)} of 100`;

const lacksText = (lacks: readonly Lack[], names: boolean): string =>
  lacks
    .map(({ agent, model, tasks, attempts, unpriced, sized }) => {
      const who = agentText(agent, model);
      const what =
        unpriced > 0
          ? `nobody knows what ${count(unpriced, 'attempt')} of ${who} cost`
          : `${count(attempts, 'attempt')} of ${who}${sized ? ' with a size' : ''} so far, ${LEAST_ATTEMPTS} are needed`;
      return names ? `${tasks.join(', ')} (${what})` : what;
    })
    .join('; ');

/** `by 7 of 9 attempts of claude, which delivered; the 6 with a size took 1.1 of it, 0.8 to 1.6 in 8 of 10`. */
const basisText = ({ agent, model, delivered, ended, sized, ofSize }: Basis): string => {
  const from = `by ${delivered} of ${count(ended, 'attempt')} of ${agentText(agent, model)} here, those that delivered`;
  if (ofSize === null) return from;
  const { p10, p50, p90 } = ofSize;
  return `${from}; the ${sized} with a size took ${times(p50)} of it, ${times(p10)} to ${times(p90)} in 8 of 10`;
};

const times = (ratio: number): string => `${ratio.toFixed(ratio < 9.95 ? 1 : 0)}×`;

const agentText = (agent: string, model: string | null): string =>
  model === null ? agent : `${agent} (${model})`;
