// npm run bench [-- cpu|start-up|store|memory|agents|checkpoint|boundary|clone|conflicts|duplicates|landing|trace|patterns] [--pairs N]: ratios against a named baseline of the same run.
import { cpus, totalmem } from 'node:os';
import { benchAttemptCpu } from './attempt-cpu.mjs';
import { benchAgents } from './agents.mjs';
import { benchBoundary } from './boundary.mjs';
import { benchCheckpoint } from './checkpoint.mjs';
import { benchClone } from './clone.mjs';
import { benchConflicts } from './conflicts.mjs';
import { benchDuplicates } from './duplicates.mjs';
import { benchLanding } from './landing.mjs';
import { benchOutputMemory } from './output-memory.mjs';
import { benchPatterns } from './patterns.mjs';
import { benchStartUp } from './start-up.mjs';
import { benchStore } from './store.mjs';
import { benchTrace } from './trace.mjs';

const BENCHES = {
  'start-up': benchStartUp,
  cpu: benchAttemptCpu,
  store: benchStore,
  memory: benchOutputMemory,
  agents: benchAgents,
  checkpoint: benchCheckpoint,
  boundary: benchBoundary,
  clone: benchClone,
  conflicts: benchConflicts,
  duplicates: benchDuplicates,
  landing: benchLanding,
  trace: benchTrace,
  patterns: benchPatterns,
};

const args = process.argv.slice(2);
const at = args.indexOf('--pairs');
const pairs = at === -1 ? 20 : Number(args[at + 1]);
const wanted = args.filter((arg) => arg in BENCHES);

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'} · ${cpus().length} cores · ${Math.round(totalmem() / 2 ** 30)} GiB · Node ${process.versions.node} · ${process.platform}`,
);
for (const name of wanted.length === 0 ? Object.keys(BENCHES) : wanted) {
  const started = performance.now();
  for (const row of await BENCHES[name](pairs)) console.log(lineOf(row));
  console.error(`  (${name}: ${Math.round((performance.now() - started) / 1000)} s)`);
}

function lineOf({ name, value, unit, baseline, ratio, goal }) {
  const shown = (number) =>
    Math.abs(number) >= 100 ? Math.round(number).toLocaleString('en') : number.toFixed(1);
  const against =
    baseline === undefined
      ? ''
      : ` · ${baseline.name}: ${shown(baseline.value)} ${unit} · ratio ${(ratio ?? value / baseline.value).toFixed(2)}`;
  return `${name}: ${shown(value)} ${unit}${against}${goal === undefined ? '' : ` (goal ${goal})`}`;
}
