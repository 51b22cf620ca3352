#!/usr/bin/env node
// The `fanin` binary. Plain JavaScript: it has to start, and speak clearly, on a Node too old for
// the rest. Exit code 5 means: the machine lacks something (here Node, or the build).
import { existsSync, readdirSync, statSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const EXIT_ENVIRONMENT = 5;

/** Tiers of V8's compilers, and after how many calls (loops: turns) they begin; by default 100 to 3,000. */
const LATER = [
  ['maglev', 40_000],
  ['turbofan', 100_000],
  ['maglev-osr', 10_000],
  ['osr', 10_000],
];

/** Of both halves of the space for what is young; and the most pieces of 64 kB that it may take to make it grow. */
const YOUNG_BYTES = 16_000_000;
const MOST_KEPT = 100;
/** Calls after which the slowest compiler begins. */
const COMPILED_AGAIN_AT = 30_000;

if (process.argv[2] === 'run') prepareForEngine();
if (process.argv[2] === 'trace') prepareForReading();
// After the flags: compiled code is kept apart for each set of them.
module.enableCompileCache?.();
if (nodeIsNewEnough(process.versions.node)) await runHere();
else await runWithFetchedNode();

function nodeIsNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 14);
}

async function runHere() {
  const entry = join(ROOT, 'dist', 'cli', 'main.js');
  if (!existsSync(entry)) fail('fanin is not built', 'run `npm start` or `npm run build` first');
  const { main } = await import(entryPoint());
  const code = await main(process.argv.slice(2));
  if (typeof code === 'number') process.exitCode = code;
}

/**
 * An engine is a process of thousands of short steps: V8 takes a tenth of its processor time to
 * compile what is hardly run again. What is really hot is still compiled. And what Node keeps of
 * compiled code from one start to the next holds only functions that were compiled at once: lazy ones
 * would be compiled anew in every run. The names are those of Node 24 (`node --v8-options`); another
 * one may have others, and says so on every start.
 */
function prepareForEngine() {
  if (!process.versions.node.startsWith('24.')) return;
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const [tier, count] of LATER) setFlagsFromString(`--invocation-count-for-${tier}=${count}`);
  setFlagsFromString('--no-lazy');
}

/**
 * Records that are read live for a moment each. V8 tidies the space for what is young whenever it is full, which is 1 MB a
 * half at first and 16 MB later: grown to 8 MB at once and kept there, reading takes about a tenth less time than in 1 MB.
 * Of memory it takes a quarter less for measures, as less of what is dead is kept, and a tenth more for patterns, of which
 * more lives. It grows when what is in it lives on: for a moment, something does.
 * And what its slowest compiler makes faster seldom saves, in a program of seconds, the time that this takes.
 */
function prepareForReading() {
  if (!process.versions.node.startsWith('24.')) return;
  const { setFlagsFromString, getHeapSpaceStatistics } = process.getBuiltinModule('node:v8');
  const youngBytes = () =>
    getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
  setFlagsFromString('--semi-space-growth-factor=8');
  const kept = [];
  while (kept.length < MOST_KEPT && youngBytes() < YOUNG_BYTES) kept.push(Array(8_000).fill(0));
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--invocation-count-for-turbofan=${COMPILED_AGAIN_AT}`);
  setFlagsFromString('--invocation-count-for-osr=10000');
  // On one core threads that tidy beside each other only wait for each other.
  const { availableParallelism } = process.getBuiltinModule('node:os');
  if (availableParallelism() === 1) setFlagsFromString('--no-parallel-scavenge');
}

/** The bundles that scripts/bootstrap/bundle.mjs makes load faster; taken unless tsc has written since. */
function entryPoint() {
  const bundle = process.argv[2] === 'status' ? 'cli/main.bundle.js' : 'bundle/main.js';
  const written = writtenAt(bundle);
  const isFresh = written > 0 && written >= writtenAt('.tsbuildinfo');
  return `../dist/${isFresh ? bundle : 'cli/main.js'}`;
}

function writtenAt(name) {
  return statSync(join(ROOT, 'dist', name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** A checkout may hold a newer Node in .node/, put there by scripts/bootstrap.mjs. */
async function runWithFetchedNode() {
  const node = fetchedNode();
  if (node === undefined) {
    fail(
      `fanin needs Node 22.14 or newer; this is Node ${process.versions.node} (${process.execPath})`,
      'install a newer Node, or in a checkout run `npm start` once: it fetches Node 24 into .node/',
    );
  }
  const { becomeChild } = await import('./child.mjs');
  becomeChild(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}

function fetchedNode() {
  const folder = join(ROOT, '.node');
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => name.startsWith('v') && nodeIsNewEnough(name.slice(1)))
    .map((name) => join(folder, name, 'bin', 'node'))
    .findLast((path) => existsSync(path));
}

function fail(what, whatToDo) {
  process.stderr.write(`${what}\n${whatToDo}\n`);
  process.exit(EXIT_ENVIRONMENT);
}
