// Plays the engine in worlds where everything goes wrong and holds the promises against every event
// (test/sim). Simulated: nothing of this touches git, processes or files.
//
//   node scripts/simulate.mjs [--runs 10000] [--first 1] [--workers 2]
//   node scripts/simulate.mjs --landings 100000 [--workers 2]
//   node scripts/simulate.mjs --seed 12 [--without clock-jump,whims] [--tasks 2] [--crash-landings]
//
// With --landings most engines die between two steps of a landing, and it plays until there were so many.
// A seed that fails is shrunk (fewer faults, fewer tasks) and printed as the command that plays it
// again. Needs a Node that runs TypeScript (22.18 or later).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { CRASHED_LANDINGS, FULL, play } from '../test/sim/play.ts';
import { knobsText, shrink } from '../test/sim/shrink.ts';

const MOST_FAILURES = 5;
const PER_MESSAGE = 25;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    first: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(Math.min(8, availableParallelism())) },
    landings: { type: 'string' },
    'crash-landings': { type: 'boolean', default: false },
    seed: { type: 'string' },
    without: { type: 'string', default: '' },
    tasks: { type: 'string', default: String(FULL.tasks) },
  },
});

const landingsWanted = values.landings === undefined ? null : Number(values.landings);
const isAboutLandings = landingsWanted !== null || values['crash-landings'];
const KNOBS = isAboutLandings ? CRASHED_LANDINGS : FULL;

if (process.send !== undefined) await work();
else if (values.seed !== undefined) await one(Number(values.seed));
else await all();

/** One seed, told in full. */
async function one(seed) {
  const without = new Set(values.without.split(',').filter((fault) => fault !== ''));
  const { broken, generations, crashes, landings, redTargets } = await play(seed, {
    ...KNOBS,
    without,
    tasks: Number(values.tasks),
  });
  say(
    `seed ${seed} (simulated): ${generations} engines, ${crashes} killed, ` +
      `${landings} landings, ${redTargets} red targets`,
  );
  for (const text of broken) say(`  ${text}`);
  say(broken.length === 0 ? 'no promise was broken' : `${broken.length} broken`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}

/** All seeds, over the workers; each plays every n-th. */
async function all() {
  const started = Date.now();
  const runs = landingsWanted === null ? Number(values.runs) : Infinity;
  const workers = Number(values.workers);
  const total = nothing();
  let told = 0;
  const note = (message) => {
    add(total, message);
    for (const failure of message.failures) say(failure);
    const [done, all, what] =
      landingsWanted === null
        ? [total.runs, runs, 'runs']
        : [total.landings, landingsWanted, 'landings'];
    if (done - told < all / 10) return;
    told = done;
    say(`${done} of ${all} ${what}, ${total.failures.length} failed, ${seconds(started)} s`);
  };
  await Promise.all(
    Array.from({ length: workers }, (_, index) => worker({ index, workers, runs, note })),
  );
  const { engines, killed, failures, landings, redTargets, deaths } = total;
  say(
    `${total.runs} simulated runs with faults: ${engines} engines, ${killed} of them killed, ` +
      `${failures.length} runs with broken promises, ${seconds(started)} s`,
  );
  const inLandings = Object.values(deaths).reduce((sum, n) => sum + n, 0);
  say(
    `${landings} simulated landings, ${inLandings} engines killed in the midst of one: ` +
      `${redTargets} red targets`,
  );
  if (isAboutLandings) say(`killed ${steps(deaths)}`);
  const isWhole = landingsWanted === null ? total.runs === runs : landings >= landingsWanted;
  process.exitCode = failures.length === 0 && redTargets === 0 && isWhole ? 0 : 1;
}

/** Before and after which calls engines were killed, the most frequent first. */
function steps(deaths) {
  return Object.entries(deaths)
    .toSorted(([, a], [, b]) => b - a)
    .map(([step, n]) => `${step} ${n}`)
    .join(', ');
}

function worker({ index, workers, runs, note }) {
  return new Promise((resolve) => {
    const flags = isAboutLandings ? ['--crash-landings'] : [];
    const child = fork(import.meta.filename, flags, { stdio: 'inherit' });
    child.on('message', note);
    child.on('exit', resolve);
    child.send({
      first: Number(values.first) + index,
      step: workers,
      end: runs === Infinity ? null : Number(values.first) + runs,
      landings: landingsWanted === null ? null : Math.ceil(landingsWanted / workers),
    });
  });
}

/** In a worker: plays its share, and shrinks what fails. */
async function work() {
  const [{ first, step, end, landings }] = await once(process, 'message');
  let part = nothing();
  let failed = 0;
  let landed = 0;
  const isOver = (seed) => (end === null ? landed >= landings : seed >= end);
  for (let seed = first; !isOver(seed) && failed < MOST_FAILURES; seed += step) {
    const { broken, ...played } = await play(seed, KNOBS);
    landed += played.landings;
    add(part, partOf(played));
    if (broken.length > 0) {
      failed += 1;
      part.failures.push(await failureOf(seed));
    }
    if (part.runs < PER_MESSAGE) continue;
    process.send(part);
    part = nothing();
  }
  process.send(part, () => process.disconnect());
}

async function failureOf(seed) {
  const small = await shrink(KNOBS, async (knobs) => (await play(seed, knobs)).broken.length > 0);
  const { broken } = await play(seed, small);
  return `node scripts/simulate.mjs ${knobsText(seed, small)}\n    ${broken.slice(0, 3).join('\n    ')}`;
}

function nothing() {
  return {
    runs: 0,
    engines: 0,
    killed: 0,
    landings: 0,
    redTargets: 0,
    deaths: {},
    failures: [],
  };
}

function partOf({ generations, crashes, landings, redTargets, landingDeaths }) {
  const deaths = {};
  for (const step of landingDeaths) deaths[step] = (deaths[step] ?? 0) + 1;
  const numbers = { landings, redTargets, deaths, failures: [] };
  return { runs: 1, engines: generations, killed: crashes, ...numbers };
}

function add(total, part) {
  for (const key of ['runs', 'engines', 'killed', 'landings', 'redTargets'])
    total[key] += part[key];
  for (const [step, n] of Object.entries(part.deaths))
    total.deaths[step] = (total.deaths[step] ?? 0) + n;
  total.failures.push(...part.failures);
}

function seconds(since) {
  return Math.round((Date.now() - since) / 1000);
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
