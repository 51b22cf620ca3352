// Kills engines and agents of many runs in turn, and checks that nothing is lost, run twice or left.
//   node scripts/kill-both.mjs [kills] [seed] [kills per run]
// 200 kills, eight a run, when left out; the seed is printed. Needs a build, and a Node that runs
// TypeScript (22.18 or later).
import { fileURLToPath } from 'node:url';
import { killBoth } from '../test/rig/kill/kill-both.ts';
import { killMany } from '../test/rig/kill/kill-many.ts';

const [kills = 200, seed = Math.floor(Math.random() * 1e9), perRun = 8] = process.argv
  .slice(2)
  .map(Number);
const binary = fileURLToPath(new URL('../bin/fanin.mjs', import.meta.url));
const say = (line) => console.log(line);

const summary = await killMany({ seed, kills, perRun, tasks: 8, binary, say, killIn: killBoth });
say(`${summary.kills} kills in ${summary.runs} runs, ${summary.faulty.length} faulty`);
process.exitCode = summary.faulty.length === 0 && summary.kills >= kills ? 0 : 1;
