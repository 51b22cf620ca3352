import { EXPLAINED_BENEFITS } from '../../domain/trace/patterns/benefits/find-benefits.ts';
import { EXPLAINED } from '../../domain/trace/patterns/explained/explained.ts';
import { ADVICE, type Explanation } from '../../domain/trace/patterns/explained/explanation.ts';
import { LABELS, type PatternCode } from '../../domain/trace/patterns/pattern.ts';
import { TELLING, type Moment } from '../../domain/trace/patterns/telling.ts';
import { THRESHOLDS, type Threshold } from '../../domain/trace/patterns/thresholds.ts';
import { count, duration, tokens } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, table } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** All patterns, by category. */
export function patternListLines(look: Look): readonly string[] {
  const codes = Object.entries(LABELS);
  const categories = [...new Set(codes.map(([, [category]]) => category))];
  return [
    look.paint('bold', `${count(codes.length, 'failure pattern')} of parallel work`),
    ...categories.flatMap((category) => [
      '',
      category,
      ...table(
        Object.entries(EXPLAINED).flatMap(([code, { what }]) =>
          codes.some(([each, [top]]) => each === code && top === category)
            ? [[cell(code, 'cyan'), cell(what)]]
            : [],
        ),
        look,
      ),
    ]),
    '',
    'Benefits',
    ...table(
      EXPLAINED_BENEFITS.map(({ code, what }) => [cell(code, 'cyan'), cell(what)]),
      look,
    ),
    '',
    look.paint('dim', 'fanin trace explain <pattern> says how one is found, and what prevents it.'),
  ];
}

/** One pattern. */
export function explanationLines(
  code: PatternCode,
  explanation: Explanation,
  look: Look,
): readonly string[] {
  const { name, what, detected, thresholds, needs, prevented, advice } = explanation;
  const part = (head: string, text: string): readonly string[] => [
    '',
    look.paint('dim', head),
    ...wrap(text, look.width, '  '),
  ];
  return [
    look.paint('bold', name),
    look.paint('dim', `${LABELS[code].join(' › ')} › ${code}`),
    '',
    ...wrap(what, look.width),
    ...part('What is looked for', detected),
    ...(thresholds.length === 0
      ? []
      : part('Held against', `${thresholds.map(thresholdText).join('; ')}.`)),
    ...(needs === null
      ? []
      : part(
          'Needs',
          `The ${needs}, which ${NEED_FLAGS[needs]} say: without, it is not looked for.`,
        )),
    ...part(
      'While a session is at work (fanin trace watch)',
      `${TOLD[TELLING[code].when]}: ${TELLING[code].why}.`,
    ),
    ...part('What prevents it in fanin', prevented),
    ...part('In sessions that fanin does not run', `Next time, ${ADVICE[advice]}.`),
  ];
}

const NEED_FLAGS: Readonly<Record<NonNullable<Explanation['needs']>, string>> = {
  budget: '--budget or --plan',
  deliverables: '--deliverable or --plan',
  'budget and deliverables': '--budget and --deliverable, or --plan,',
  units: '--plan',
  scopes: '--scope or --plan',
};

const TOLD: Readonly<Record<Moment, string>> = {
  'at-once': 'Told as soon as it is seen',
  'with-budget':
    'Told as soon as it is seen where --budget or --plan says the time, else at the end',
  'at-end': 'Told at the end',
};

function thresholdText(name: keyof typeof THRESHOLDS): string {
  const { value, unit, origin }: Threshold = THRESHOLDS[name];
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words} ${amount(value, unit)} (${ORIGINS[origin]})`;
}

const ORIGINS: Readonly<Record<Threshold['origin'], string>> = {
  proposed: 'the study’s detector table',
  ours: 'chosen here',
};

function amount(value: number, unit: Threshold['unit']): string {
  switch (unit) {
    case 'share':
      return `${Math.round(value * 100)} %`;
    case 'ms':
      return duration(value);
    case 'tokens':
      return `${tokens(value)} tokens`;
    case 'times':
      return `${value} times`;
    case 'count':
      return String(value);
  }
}

/** One pattern, for scripts. */
export const explanationJson = (code: PatternCode) => {
  const { thresholds, ...explanation } = EXPLAINED[code];
  const [category, subCategory] = LABELS[code];
  return {
    code,
    category,
    subCategory,
    ...explanation,
    told: TELLING[code].when,
    thresholds: Object.fromEntries(thresholds.map((name) => [name, THRESHOLDS[name]])),
  };
};
