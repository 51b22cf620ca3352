import type { ReplayedPoint, ReplayRow } from '../../domain/replay/compare.ts';
import type { ReplayFile } from '../../domain/replay/replay-file.ts';
import { count, duration } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, figure, table } from '../text/table.ts';
import type { Cell } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** The table of one point of a file: a row a policy. */
export function replayLines(file: ReplayFile, point: ReplayedPoint, look: Look): readonly string[] {
  return [
    look.paint('bold', `${file.name}: ${pointText(point)} (simulated, ${seedsText(point)})`),
    '',
    ...table([HEAD, ...point.rows.map(rowOf), oracleOf(point)], look),
  ];
}

/** What stands above the tables of a file. */
export const replayHeading = (file: ReplayFile, look: Look): readonly string[] => [
  ...wrap(file.about, look.width, '', ''),
  '',
];

/** What stands below all tables. */
export const replayFooting = (look: Look): readonly string[] =>
  wrap(
    'Simulated. Checks: started for each change that landed; bound: all of them to the fewest that could tell which changes fail. Turnaround: from arrival to landing; oracle: its mean to that of somebody who knows which changes fail and tests every commit. Wasted: of the time that checks ran. False: sound changes that were sent back, in a replay. Red: times that the target was red, in all.',
    look.width,
    '  ',
    '  ',
  );

const pointText = ({ slots, fails }: ReplayedPoint): string =>
  `${percent(fails)} fail, ${count(slots, 'slot')}`;

const seedsText = ({ seeds }: ReplayedPoint): string =>
  seeds.count === 1 ? `seed ${seeds.first}` : `${seeds.count} seeds from ${seeds.first}`;

const HEAD: readonly Cell[] = [
  cell('policy', 'dim'),
  ...['checks', 'bound', 'mean', 'P95', 'oracle', 'wasted', 'false', 'red'].map((name) =>
    figure(name, 'dim'),
  ),
];

const rowOf = ({ policy, figures, ratios }: ReplayRow): readonly Cell[] => [
  cell(policy),
  figure(orNone(figures.checksPerLanded, decimals)),
  figure(orNone(ratios.checksToBound, times)),
  figure(orNone(figures.turnaround?.meanMs, duration)),
  figure(orNone(figures.turnaround?.p95Ms, duration)),
  figure(orNone(ratios.meanToEveryCommit, times)),
  figure(percent(figures.wasted, 0)),
  figure(decimals(figures.falseEjections)),
  figure(String(figures.redTargets), figures.redTargets === 0 ? 'plain' : 'red'),
];

const oracleOf = ({ everyCommitOracle: { checksPerLanded, turnaround } }: ReplayedPoint) => [
  cell('oracle', 'dim'),
  figure(orNone(checksPerLanded, decimals), 'dim'),
  figure('', 'dim'),
  figure(orNone(turnaround?.meanMs, duration), 'dim'),
  figure(orNone(turnaround?.p95Ms, duration), 'dim'),
  ...['', '', '', ''].map((text) => figure(text, 'dim')),
];

const orNone = (value: number | null | undefined, text: (value: number) => string): string =>
  value === null || value === undefined ? '-' : text(value);

const decimals = (value: number): string => value.toFixed(2);

const times = (value: number): string => `×${value.toFixed(2)}`;

const percent = (share: number, digits = 1): string =>
  `${(100 * share).toFixed(digits).replace(/\.0$/u, '')}%`;

/** The same for scripts, one line of JSON a point. */
export const replayJson = ({ name, about }: ReplayFile, point: ReplayedPoint) => {
  const { slots, fails, seeds, entropyBound, everyCommitOracle, tipOracle, rows } = point;
  return {
    schema: 1,
    simulated: true,
    replay: name,
    about,
    slots,
    fails,
    seeds,
    yardsticks: { simulated: true, entropyBound, everyCommitOracle, tipOracle },
    policies: rows.map(({ policy, figures, ratios }) => ({
      policy,
      simulated: true,
      ...figures,
      ratios,
    })),
  };
};
