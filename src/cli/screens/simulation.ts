import type { SimulatedScenario } from '../../compose/simulate.ts';
import type { Middle, Summary } from '../../domain/simulation/figures.ts';
import { count, roughly, tokens } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, figure, table } from '../text/table.ts';
import type { Cell } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** The table of one scenario: a row a policy, medians with the middle half behind them. */
export function simulationLines(simulated: SimulatedScenario, look: Look): readonly string[] {
  const { scenario, first, rows } = simulated;
  const runs = count(simulated.count, 'seed');
  const seeds = simulated.count === 1 ? `seed ${first}` : `${runs} from ${first}`;
  const shape: Shape = {
    units: rows[0]?.summary.units.median ?? 0,
    tests: rows[0]?.summary.tests.median ?? 0,
    best: oracleOf(rows),
  };
  return [
    look.paint('bold', `${scenario.name} (simulated, ${seeds})`),
    ...wrap(scenario.about, look.width, '  ', '  '),
    '',
    ...table([headOf(shape), ...rows.map((row) => rowOf(row, shape))], look),
    ...wrap(
      'Simulated: medians, in brackets the middle half of all seeds; of oracle: by the mean. Landed counts tasks that landed inside the limits.',
      look.width,
      '  ',
      '  ',
    ),
  ];
}

/** What the table has columns for. */
interface Shape {
  readonly units: number;
  /** 0: no column for them. */
  readonly tests: number;
  /** Mean of what lands under the oracle; null: it is not in the table, or nothing does. */
  readonly best: number | null;
}

const oracleOf = (rows: SimulatedScenario['rows']): number | null => {
  const mean = rows.find(({ policy }) => policy === 'oracle')?.summary.landedMean ?? 0;
  return mean === 0 ? null : mean;
};

const headOf = ({ units, tests, best }: Shape): readonly Cell[] => [
  cell('policy', 'dim'),
  cell(`landed of ${units}`, 'dim'),
  ...(best === null ? [] : [cell('of oracle', 'dim')]),
  ...(tests > 0 ? [cell(`tests of ${tests}`, 'dim')] : []),
  cell('tokens', 'dim'),
  cell('first landing', 'dim'),
];

const rowOf = (
  { policy, summary }: SimulatedScenario['rows'][number],
  { tests, best }: Shape,
): readonly Cell[] => [
  cell(policy),
  cell(whole(summary.landed)),
  ...(best === null ? [] : [figure(`${Math.round((100 * summary.landedMean) / best)}%`)]),
  ...(tests > 0 ? [cell(whole(summary.passed))] : []),
  cell(middle(summary.tokens, tokens)),
  cell(firstText(summary)),
];

const firstText = ({ firstLandingMs, nothingLanded }: Summary): string => {
  if (firstLandingMs === null) return 'never';
  const never = nothingLanded === 0 ? '' : `, never in ${nothingLanded}`;
  return `${middle(firstLandingMs, roughly)}${never}`;
};

const whole = (of: Middle): string => middle(of, round);

const middle = ({ median, low, high }: Middle, show: (value: number) => string): string =>
  show(low) === show(high) ? show(median) : `${show(median)} (${show(low)}–${show(high)})`;

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
