import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { benchRepo } from './bench-repo.mjs';
import { interleaved, median, spread } from './measure.mjs';

const BINARY = fileURLToPath(new URL('../../bin/fanin.mjs', import.meta.url));

/** Commands that look, and the goals of their start-up: `status` is run in loops, all are to start in about 0.1 s. */
const COMMANDS = [
  { args: ['status'], goal: '≤ 2×' },
  { args: ['logs', 'a'], goal: 'about 100 ms' },
  { args: ['plan'], goal: 'about 100 ms more than its 14 git commands take' },
];

/** Start-up of commands, in a repository where a run has ended, over that of bare Node; medians of `pairs` interleaved pairs. */
export const benchStartUp = async (pairs = 20) => {
  const bench = benchRepo({
    config: `isolation: worktree\nchecks: { there: test -f README.md }\nreview: { by: checks }\nagents: { shell: { use: command, run: 'echo done > a.txt' } }\ndefaults: { agent: shell }\n`,
    plan: 'tasks: { a: { prompt: Write one file., writes: [a.txt] } }\n',
  });
  try {
    const once = (...args) => {
      const started = performance.now();
      const done = spawnSync(process.execPath, args, {
        cwd: bench.repo,
        env: bench.env,
        encoding: 'utf8',
      });
      if (done.status !== 0)
        throw new Error(`${args.join(' ')}: exit ${done.status}\n${done.stdout}${done.stderr}`);
      return performance.now() - started;
    };
    once(BINARY, 'run');
    const rows = [];
    for (const { args, goal } of COMMANDS) {
      once(BINARY, ...args);
      const { left, right } = await interleaved(
        pairs,
        () => once(BINARY, ...args),
        () => once('-e', '0'),
      );
      rows.push({
        name: `start-up of \`fanin ${args.join(' ')}\` (${pairs} pairs, ${spread(left)} ms)`,
        value: median(left),
        unit: 'ms',
        baseline: { name: 'node -e 0', value: median(right) },
        ratio: median(left.map((ms, index) => ms / right[index])),
        goal,
      });
    }
    return rows;
  } finally {
    bench.remove();
  }
};
