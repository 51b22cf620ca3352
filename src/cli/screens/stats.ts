import { atLeastText } from '../../domain/cost/cost-text.ts';
import type { Expense, RunStats, StatsGrouping } from '../../domain/stats/measures.ts';
import { isUnknown, type Quantity } from '../../domain/stats/quantity.ts';
import { share } from '../reports/report-text.ts';
import type { StatsGroup } from '../reports/stats-columns.ts';
import { count, dateTime, dollars, duration, tokens } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, figure, table } from '../text/table.ts';
import { wrap, wrapParts } from '../text/wrap.ts';
import { namedParts } from './named-parts.ts';

/** Groups that are listed; all of them are in `--json` and CSV. */
const MOST_LISTED = 15;

/** What is shown. */
export interface StatsView {
  readonly totals: RunStats;
  readonly groups: readonly StatsGroup[];
  readonly by: StatsGrouping;
  /** Attempts that have not ended. */
  readonly atWork: number;
}

/** What `fanin stats` says. */
export function statsLines(
  { totals, groups, by, atWork }: StatsView,
  look: Look,
): readonly string[] {
  if (totals.attempts === 0) return noStatsLines(atWork, look);
  const head = [
    `${count(totals.landed, 'task')} landed of ${count(totals.attempts, 'attempt')} in ${count(totals.runs, 'run')}`,
    ...(totals.from === null ? [] : [`since ${dateTime(totals.from).slice(0, 10)}`]),
    ...(totals.usd.perLanded === null
      ? []
      : [`${money(totals.usd.perLanded)} for each landed task`]),
  ];
  return [
    ...wrapParts(head, look.width).map((line) => look.paint('bold', line)),
    '',
    ...namedParts('Cost', expenseParts(totals.usd, money), look.width),
    ...namedParts('Tokens', expenseParts(totals.tokens, amountOf(tokens)), look.width),
    ...namedParts('Agent time', expenseParts(totals.workMs, amountOf(duration)), look.width),
    ...namedParts('Review', reviewParts(totals), look.width),
    ...namedParts('Attempts', fateParts(totals, atWork), look.width),
    '',
    ...listed(groups, by, look),
    ...remarks(totals, look),
  ];
}

/** Nothing has run here. */
export function noStatsLines(atWork: number, look: Look): readonly string[] {
  return [
    look.paint(
      'bold',
      atWork === 0
        ? 'No attempt has been made in this repository yet.'
        : `No attempt has ended yet; ${count(atWork, 'attempt')} at work.`,
    ),
    '',
    ...(atWork === 0
      ? [
          ...wrap(
            'fanin run -p "…"  carries out a task and lands it; then this page has figures.',
            look.width,
          ),
          ...wrap('fanin trace       measures sessions that fanin did not start.', look.width),
        ]
      : wrap('fanin status  says what they do.', look.width)),
  ];
}

function expenseParts({ all, thrownAway, share: part, perLanded }: Expense, text: Amount) {
  if (isUnknown(all)) return ['unknown'];
  return [
    text(all),
    ...(part === null
      ? []
      : [`${text(thrownAway)} thrown away (${share(part)} of what is decided)`]),
    ...(perLanded === null ? [] : [`${text(perLanded)} for each landed task`]),
  ];
}

const reviewParts = ({ review }: RunStats): readonly string[] => [
  review.ms === 0
    ? 'nothing has waited for a person'
    : `deliveries waited ${duration(review.ms)} for a person`,
  ...(review.landedPerHour === null
    ? []
    : [`${rate(review.landedPerHour)} landed for each hour of that`]),
  ...(review.waiting === 0 ? [] : [`${review.waiting} wait now`]),
];

const fateParts = ({ byFate }: RunStats, atWork: number): readonly string[] => [
  `${byFate.landed} landed`,
  `${byFate['thrown-away']} thrown away`,
  ...(byFate.open === 0 ? [] : [`${byFate.open} not decided`]),
  ...(atWork === 0 ? [] : [`${atWork} at work, not counted`]),
];

function listed(groups: readonly StatsGroup[], by: StatsGrouping, look: Look): readonly string[] {
  const order = by === 'agent' ? groups.toSorted(byAttempts) : groups.toReversed();
  const shown = order.slice(0, MOST_LISTED);
  const lines = table(
    [
      [cell(by, 'dim'), ...HEAD.map((name) => figure(name, 'dim'))],
      ...shown.map(({ group, stats }) => [
        cell(group, by === 'run' ? 'cyan' : 'plain'),
        figure(String(stats.attempts)),
        figure(String(stats.landed)),
        figure(money(stats.usd.all)),
        figure(stats.usd.perLanded === null ? '–' : money(stats.usd.perLanded)),
        figure(amountOf(tokens)(stats.tokens.all)),
        figure(stats.tokens.share === null ? '–' : share(stats.tokens.share)),
        figure(stats.workMs.share === null ? '–' : share(stats.workMs.share)),
        figure(stats.review.ms === 0 ? '–' : duration(stats.review.ms)),
        figure(stats.review.landedPerHour === null ? '–' : rate(stats.review.landedPerHour)),
      ]),
    ],
    look,
  );
  const more = order.length - shown.length;
  return more === 0
    ? lines
    : [
        ...lines,
        ...wrap(`and ${more} more: fanin stats --format csv --by ${by}`, look.width, '  ').map(
          (line) => look.paint('dim', line),
        ),
      ];
}

const HEAD = [
  'attempts',
  'landed',
  'cost',
  'per task',
  'tokens',
  'thrown away',
  'of time',
  'review',
  'landed/h',
] as const;

const byAttempts = (a: StatsGroup, b: StatsGroup): number => b.stats.attempts - a.stats.attempts;

function remarks({ usd, tokens: spent, workMs }: RunStats, { width, paint }: Look) {
  const vague = [
    ...(usd.all.exact ? [] : ['cost']),
    ...(spent.all.exact ? [] : ['tokens']),
    ...(workMs.all.exact ? [] : ['time']),
  ];
  if (vague.length === 0) return [];
  const text = `Not all attempts tell their ${vague.join(' and ')}: figures with ≥ are the least that is certain, and shares are of what is known.`;
  return ['', ...wrap(text, width).map((line) => paint('dim', line))];
}

type Amount = (quantity: Quantity) => string;

const amountOf =
  (text: (value: number) => string): Amount =>
  (quantity) =>
    isUnknown(quantity) ? 'unknown' : `${quantity.exact ? '' : '≥ '}${text(quantity.least)}`;

const money: Amount = (quantity) =>
  isUnknown(quantity)
    ? 'unknown'
    : quantity.exact
      ? dollars(quantity.least)
      : atLeastText(quantity.least);

const rate = (value: number): string =>
  value < 9.95 ? value.toFixed(1) : String(Math.round(value));
