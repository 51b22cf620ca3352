// Replays scenarios/queue/*.yaml and prints a table for each: fanin's queue beside the best of the
// classic ones, point by point. Simulated: nothing is started.
//
//   node scripts/replay-table.mjs [--seeds 400] [--write] [file…]
//
// --write puts the tables into docs/replay.md. Needs a Node that runs TypeScript (22.18 or later).
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadReplay } from '../src/adapters/config/load-replay.ts';
import { replayPoint } from '../src/domain/replay/compare.ts';
import { CLASSIC_POLICIES, REPLAY_POLICIES } from '../src/domain/replay/policies.ts';
import { nestedOptimum } from '../src/domain/replay/nested-optimum.ts';
import { pointsOf } from '../src/domain/replay/replay-file.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs/replay.md');
const DEFAULT = ['burst', 'flaky', 'predicted', 'stream', 'two-cores'];

/** Less than this apart, nothing is worse. */
const TIE = 1.005;

const FIGURES = ['checks', 'best classic', 'mean', 'best classic', 'P95', 'best classic'];
const RATIOS = ['beaten by', 'mean to oracle', 'mean while measuring', 'false', 'of serial', 'red'];
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
              `×${number(of(point, 'fanin').checksToBound)}`,
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
  const classics = point.rows.filter(({ policy }) => CLASSIC_POLICIES.includes(policy));
  return [
    percent(point.fails),
    String(point.slots),
    ...[checks, mean, p95].flatMap((value) => [figure(own, value), beside(own, classics, value)]),
    beaters(own, classics, [checks, mean]) || '-',
    `×${number(own.meanToEveryCommit)}`,
    figure(of(point, 'fanin-measuring'), mean),
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
    ...[checks, mean, p95].flatMap((value) => [figure(own, value), beside(own, classics, value)]),
    `×${number(own.meanToEveryCommit)}`,
    number(own.figures.falseEjections),
  ];
}

function of({ rows }, name) {
  return rows.find(({ policy }) => policy === name);
}

/** A figure of the best of `others` by it; bold where that is better than `own`. */
function beside(own, others, value) {
  const best = others.reduce((a, b) => (value(b) < value(a) ? b : a));
  const text = `${figure(best, value)} ${best.policy}`;
  return value(own) > value(best) * TIE ? `**${text}**` : text;
}

/** Those of `others` that are worse in none of the figures, and better in one. */
function beaters(one, others, figures) {
  return others
    .filter((other) => figures.every((figure) => figure(other) <= figure(one) * TIE))
    .filter((other) => figures.some((figure) => figure(one) > figure(other) * TIE))
    .map(({ policy }) => policy)
    .join(', ');
}

function checks({ figures }) {
  return figures.checksPerLanded;
}

function mean({ figures }) {
  return figures.turnaround.meanMs;
}

function p95({ figures }) {
  return figures.turnaround.p95Ms;
}

function figure(row, value) {
  return value === checks ? number(value(row)) : minutes(value(row));
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
