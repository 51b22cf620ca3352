// Replays scenarios/queue/*.yaml and prints a table for each: fanin's queue beside the best of the
// classic ones, point by point. Simulated: nothing is started.
//
//   node scripts/replay-table.mjs [--seeds 400] [--write] [file…]
//
// Beside each best classic figure: fanin's to it, paired over the seeds, and how far off that can be
// (95 %). Bold: fanin's is worse beyond that, and by more than half a percent.
//
// --write puts the tables into docs/replay.md. Needs a Node that runs TypeScript (22.18 or later).
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadReplay } from '../src/adapters/config/load-replay.ts';
import { replayPoint } from '../src/domain/replay/compare.ts';
import { CLASSIC_POLICIES, REPLAY_POLICIES } from '../src/domain/replay/policies.ts';
import { pairedRatio } from '../src/domain/replay/paired.ts';
import { nestedOptimum } from '../src/domain/replay/yardsticks.ts';
import { pointsOf } from '../src/domain/replay/replay-file.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs/replay.md');
const DEFAULT = ['burst', 'flaky', 'predicted', 'stream', 'two-cores'];

/** Less than this apart, nothing is worse. */
const TIE = 1.005;

const COMPARED = ['checks', 'mean', 'p95'];
const FIGURES = ['checks', 'best classic', 'mean', 'best classic', 'P95', 'best classic'];
const RATIOS = ['beaten by', 'mean to oracle', 'mean while measuring', 'false', 'of serial', 'red'];
const NAMES = { checks: 'checks', mean: 'mean turnaround', p95: 'P95' };
const HEAD = ['fail', 'slots', ...FIGURES, ...RATIOS];
const EVERY = ['fail', 'slots, every commit', ...FIGURES, 'mean to oracle', 'false'];
const PLANS = [
  'fail',
  'entropy bound',
  'best nested plan',
  're-run before blame',
  'fanin',
  'to bound',
];

const { values, positionals } = parseArgs({
  options: {
    seeds: { type: 'string', default: '400' },
    write: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const seeds = { first: 1, count: Number(values.seeds) };
const files =
  positionals.length > 0 ? positionals : DEFAULT.map((name) => `scenarios/queue/${name}.yaml`);

const tables = [];
for (const file of files) {
  const loaded = await loadReplay(ROOT, file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  tables.push(tableOf(loaded.value));
  process.stdout.write(`${tables.at(-1)}\n`);
}
if (values.write) {
  const before = readFileSync(PAGE, 'utf8');
  const parts = /(<!-- begin: replays -->\n)[\s\S]*?(<!-- end: replays -->)/u;
  if (!parts.test(before)) throw new Error('docs/replay.md has no place for the tables');
  writeFileSync(
    PAGE,
    before.replace(parts, (_all, begin, end) => `${begin}\n${tables.join('\n')}\n${end}`),
  );
}

function tableOf({ name, about, slots, source }) {
  const points = pointsOf({ name, about, slots, source }).map((point) =>
    replayPoint(point, REPLAY_POLICIES, seeds),
  );
  const plain = source.kind === 'generated' && isPlain(source);
  const best = (fails, reds) => number(nestedOptimum(source.generator.changes, fails, reds));
  return [
    `**${basename(name)}**: ${about} Simulated, ${seeds.count} seeds.`,
    '',
    ...rowsText(HEAD, points.map(rowOf)),
    tallyOf(points),
    '',
    ...rowsText(EVERY, points.map(everyRowOf)),
    ...(plain
      ? rowsText(
          PLANS,
          points
            .filter((point) => point.slots === 1)
            .map((point) => [
              percent(point.fails),
              number(point.entropyBound),
              best(point.fails, 1),
              best(point.fails, 2),
              number(of(point, 'fanin').figures.checks),
              `×${number(of(point, 'fanin').ratios.checksToBound)}`,
            ]),
        )
      : []),
  ].join('\n');
}

/** All there at the start, no flakes, nothing known: what the plans on paper are about. */
function isPlain({ generator, checks }) {
  const { everyMs, conflicts, predictor } = generator;
  return everyMs === null && conflicts === 0 && predictor === null && checks.flaky === 0;
}

function rowOf(point) {
  const own = of(point, 'fanin');
  const classics = classicsOf(point);
  return [
    percent(point.fails),
    String(point.slots),
    ...COMPARED.flatMap((name) => [figure(own, name), beside(own, classics, name)]),
    beaters(own, classics) || '-',
    `×${number(own.ratios.meanToEveryCommit)}`,
    figure(of(point, 'fanin-measuring'), 'mean'),
    number(own.figures.falseEjections),
    number(of(point, 'serial').figures.falseEjections),
    String(point.rows.reduce((sum, { figures }) => sum + figures.redTargets, 0)),
  ];
}

function everyRowOf(point) {
  const own = of(point, 'fanin-every-commit');
  const classics = ['serial', 'prefix-chain'].map((policy) => of(point, policy));
  return [
    percent(point.fails),
    String(point.slots),
    ...COMPARED.flatMap((name) => [figure(own, name), beside(own, classics, name)]),
    `×${number(own.ratios.meanToEveryCommit)}`,
    number(own.figures.falseEjections),
  ];
}

function of({ rows }, name) {
  return rows.find(({ policy }) => policy === name);
}

function classicsOf({ rows }) {
  return rows.filter(({ policy }) => CLASSIC_POLICIES.includes(policy));
}

function bestOf(others, name) {
  return others.reduce((a, b) => (value(b, name) < value(a, name) ? b : a));
}

/** A figure of the best of `others` by it, and that of `own` to it; bold where `own` is worse. */
function beside(own, others, name) {
  const best = bestOf(others, name);
  const paired = pairedRatio(own.outcomes, best.outcomes, name);
  const text = `${figure(best, name)} ${best.policy}`;
  const to = `×${number(paired.ratio)} ±${number((paired.high - paired.low) / 2)}`;
  return `${isWorse(paired) ? `**${text}**` : text} ${to}`;
}

function isWorse({ ratio, low }) {
  return ratio > TIE && low > 1;
}

/** Those of `others` that are worse neither in checks nor in time, and better in one. */
function beaters(own, others) {
  return others
    .filter((other) => {
      const pairs = ['checks', 'mean'].map((name) =>
        pairedRatio(own.outcomes, other.outcomes, name),
      );
      return pairs.every(({ high }) => high >= 1) && pairs.some(isWorse);
    })
    .map(({ policy }) => policy)
    .join(', ');
}

/** At how many points fanin is worse than the best classic policy, by each figure. */
function tallyOf(points) {
  const texts = COMPARED.map((name) => {
    const worse = points.filter((point) => {
      const own = of(point, 'fanin');
      return isWorse(pairedRatio(own.outcomes, bestOf(classicsOf(point), name).outcomes, name));
    });
    return `${NAMES[name]} at ${points.length - worse.length} of ${points.length}`;
  });
  return `No worse than the best classic policy: ${texts.join(', ')} points.`;
}

function value({ figures }, name) {
  if (name === 'checks') return figures.checksPerLanded;
  return name === 'mean' ? figures.turnaround.meanMs : figures.turnaround.p95Ms;
}

function figure(row, name) {
  return name === 'checks' ? number(value(row, name)) : minutes(value(row, name));
}

function rowsText(head, rows) {
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

function percent(share) {
  return `${Math.round(share * 100)} %`;
}

function line(cells) {
  return `| ${cells.join(' | ')} |`;
}

function number(value) {
  return value.toFixed(2);
}

function minutes(ms) {
  return `${(ms / 60_000).toFixed(1)}m`;
}
