import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchRepo } from './bench-repo.mjs';
import { interleaved, median, spread } from './measure.mjs';
import { benchSupervisorCpu } from './supervisor-cpu.mjs';

const ATTEMPTS = 10;
const BINARY = fileURLToPath(new URL('../../bin/fanin.mjs', import.meta.url));
const HOOK = fileURLToPath(new URL('./cpu-at-exit.cjs', import.meta.url));

const CONFIG = `checks: { there: test -f README.md }
isolation: worktree
review: { by: checks }
agents: { shell: { use: command, run: 'echo done > "$FANIN_TASK.txt"' } }
defaults: { agent: shell }
`;
const tasks = Array.from(
  { length: ATTEMPTS },
  (_, index) => `  t${index}: { prompt: Write one file., writes: [t${index}.txt], size: 1m }`,
);
const plan = (wall) =>
  `concurrency: on\nlimits: { live: 4, wall: ${wall} }\ntasks:\n${tasks.join('\n')}\n`;

/**
 * fanin's own CPU time per attempt: the engine with the shells it starts commands through, and the
 * supervisor; git, checks and agents are processes of their own and not in it. The engine: a run of
 * ten attempts less a run of none (the same plan under a wall limit that none fits), by ten. The
 * supervisor is measured by itself, since it outlives the engine. Medians of `pairs` interleaved pairs.
 */
export const benchAttemptCpu = async (pairs = 20) => {
  // Removed at the end alone: a file system that has just deleted thousands of files is slow to
  // make new ones (ext4 looks for a number that was not in use lately), and that counts as ours.
  const repos = [];
  const { left: ten, right: none } = await interleaved(
    pairs,
    () => cpuOf('1h', repos),
    () => cpuOf('2s', repos),
  ).finally(() => repos.forEach(({ remove }) => remove()));
  const engine = ten.map((cpu, index) => (cpu - none[index]) / ATTEMPTS);
  const supervisor = await benchSupervisorCpu(pairs);
  const [{ value } = { value: Number.NaN }] = supervisor;
  return [
    {
      name: `own CPU time per attempt (${pairs} pairs)`,
      value: median(engine) + value,
      unit: 'ms',
      goal: '≤ 60',
    },
    { name: `  of which the engine (${spread(engine)})`, value: median(engine), unit: 'ms' },
    ...supervisor.map((row) => ({ ...row, name: `  of which: ${row.name}` })),
  ];
};

const cpuOf = (wall, repos) => {
  const bench = benchRepo({ config: CONFIG, plan: plan(wall) });
  repos.push(bench);
  const file = join(bench.folder, 'cpu.txt');
  const done = spawnSync(process.execPath, [BINARY, 'run'], {
    cwd: bench.repo,
    env: { ...bench.env, NODE_OPTIONS: `--require ${HOOK}`, FANIN_BENCH_CPU: file },
    encoding: 'utf8',
  });
  const landed = (done.stdout + done.stderr).match(/#1 landed/g)?.length ?? 0;
  if (landed !== (wall === '2s' ? 0 : ATTEMPTS))
    throw new Error(`${landed} attempts landed under wall ${wall}:\n${done.stdout}${done.stderr}`);
  return Number(readFileSync(file, 'utf8').trim());
};
