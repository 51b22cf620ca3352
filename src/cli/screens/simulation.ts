import type { SimulatedScenario } from '../../compose/simulate.ts';
import type { Middle, Summary } from '../../domain/simulation/figures.ts';
import { count, roughly, tokens } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, table } from '../text/table.ts';
import type { Cell } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** The table of one scenario: a row a policy, medians with the middle half behind them. */
export function simulationLines(simulated: SimulatedScenario, look: Look): readonly string[] {
  const { scenario, first, rows } = simulated;
  const runs = count(simulated.count, 'seed');
  const seeds = simulated.count === 1 ? `seed ${first}` : `${runs} from ${first}`;
  const tested = rows.some(({ summary }) => summary.tests.high > 0);
  return [
    look.paint('bold', `${scenario.name} (simulated, ${seeds})`),
    ...wrap(scenario.about, look.width, '  ', '  '),
    '',
    ...table([headOf(tested), ...rows.map((row) => rowOf(row, tested))], look),
    ...wrap(
      'Simulated: medians, in brackets the middle half of all seeds. Landed counts tasks that landed inside the limits.',
      look.width,
      '  ',
      '  ',
    ),
  ];
}

const headOf = (tested: boolean): readonly Cell[] => [
  cell('policy', 'dim'),
  cell('landed', 'dim'),
  ...(tested ? [cell('tests passed', 'dim')] : []),
  cell('tokens', 'dim'),
  cell('first landing', 'dim'),
];

const rowOf = (
  { policy, summary }: SimulatedScenario['rows'][number],
  tested: boolean,
): readonly Cell[] => [
  cell(policy),
  cell(`${whole(summary.landed)} of ${round(summary.units.median)}`),
  ...(tested ? [cell(`${whole(summary.passed)} of ${round(summary.tests.median)}`)] : []),
  cell(middle(summary.tokens, tokens)),
  cell(firstText(summary)),
];

const firstText = ({ firstLandingMs, nothingLanded, runs }: Summary): string => {
  if (firstLandingMs === null) return 'never';
  const never = nothingLanded === 0 ? '' : `, never in ${nothingLanded} of ${runs}`;
  return `${middle(firstLandingMs, roughly)}${never}`;
};

const whole = (of: Middle): string => middle(of, round);

const middle = ({ median, low, high }: Middle, show: (value: number) => string): string =>
  show(low) === show(high) ? show(median) : `${show(median)} (${show(low)} to ${show(high)})`;

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** The same for scripts, one line of JSON a scenario. */
export const simulationJson = ({ scenario, first, count: seeds, rows }: SimulatedScenario) => ({
  schema: 1,
  simulated: true,
  scenario: scenario.name,
  about: scenario.about,
  seeds: { first, count: seeds },
  policies: rows.map(({ policy, summary }) => ({ policy, simulated: true, ...summary })),
});
