// Plays the engine in worlds where everything goes wrong and holds the promises against every event
// (test/sim). Simulated: nothing of this touches git, processes or files.
//
//   node scripts/simulate.mjs [--runs 10000] [--first 1] [--workers 2]
//   node scripts/simulate.mjs --seed 12 [--without clock-jump,whims] [--tasks 2]
//
// A seed that fails is shrunk (fewer faults, fewer tasks) and printed as the command that plays it
// again. Needs a Node that runs TypeScript (22.18 or later).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { FULL, play } from '../test/sim/play.ts';
import { knobsText, shrink } from '../test/sim/shrink.ts';

const MOST_FAILURES = 5;
const PER_MESSAGE = 25;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    first: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(Math.min(8, availableParallelism())) },
    seed: { type: 'string' },
    without: { type: 'string', default: '' },
    tasks: { type: 'string', default: String(FULL.tasks) },
  },
});

if (process.send !== undefined) await work();
else if (values.seed !== undefined) await one(Number(values.seed));
else await all();

/** One seed, told in full. */
async function one(seed) {
  const without = new Set(values.without.split(',').filter((fault) => fault !== ''));
  const { broken, generations, crashes } = await play(seed, {
    without,
    tasks: Number(values.tasks),
  });
  say(`seed ${seed} (simulated): ${generations} engines, ${crashes} killed`);
  for (const text of broken) say(`  ${text}`);
  say(broken.length === 0 ? 'no promise was broken' : `${broken.length} broken`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}

/** All seeds, over the workers; each plays every n-th. */
async function all() {
  const started = Date.now();
  const runs = Number(values.runs);
  const workers = Number(values.workers);
  const total = { runs: 0, engines: 0, killed: 0, failures: [] };
  let told = 0;
  const note = (message) => {
    total.runs += message.runs;
    total.engines += message.engines;
    total.killed += message.killed;
    total.failures.push(...message.failures);
    if (total.runs - told < runs / 10) return;
    told = total.runs;
    say(`${total.runs} of ${runs} runs, ${total.failures.length} failed, ${seconds(started)} s`);
  };
  await Promise.all(
    Array.from({ length: workers }, (_, index) => worker({ index, workers, runs, note })),
  );
  for (const failure of total.failures) say(failure);
  const { engines, killed, failures } = total;
  say(
    `${total.runs} simulated runs with faults: ${engines} engines, ${killed} of them killed, ` +
      `${failures.length} runs with broken promises, ${seconds(started)} s`,
  );
  process.exitCode = failures.length === 0 && total.runs === runs ? 0 : 1;
}

function worker({ index, workers, runs, note }) {
  return new Promise((resolve) => {
    const child = fork(import.meta.filename, [], { stdio: 'inherit' });
    child.on('message', note);
    child.on('exit', resolve);
    child.send({
      first: Number(values.first) + index,
      step: workers,
      end: Number(values.first) + runs,
    });
  });
}

/** In a worker: plays its share, and shrinks what fails. */
async function work() {
  const [{ first, step, end }] = await once(process, 'message');
  let part = nothing();
  let failed = 0;
  for (let seed = first; seed < end && failed < MOST_FAILURES; seed += step) {
    const { broken, generations, crashes } = await play(seed);
    part.runs += 1;
    part.engines += generations;
    part.killed += crashes;
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
  const small = await shrink(FULL, async (knobs) => (await play(seed, knobs)).broken.length > 0);
  const { broken } = await play(seed, small);
  return `node scripts/simulate.mjs ${knobsText(seed, small)}\n    ${broken.slice(0, 3).join('\n    ')}`;
}

function nothing() {
  return { runs: 0, engines: 0, killed: 0, failures: [] };
}

function seconds(since) {
  return Math.round((Date.now() - since) / 1000);
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
