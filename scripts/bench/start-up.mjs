import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { benchRepo } from './bench-repo.mjs';
import { interleaved, median, spread } from './measure.mjs';

const BINARY = fileURLToPath(new URL('../../bin/fanin.mjs', import.meta.url));

/** Start-up of `fanin status`, in a repository where a run has ended, over that of bare Node; medians of `pairs` interleaved pairs. */
export const benchStartUp = async (pairs = 20) => {
  const bench = benchRepo({
    config: `checks: { there: test -f README.md }\nreview: { by: checks }\nagents: { shell: { use: command, run: 'echo done > a.txt' } }\ndefaults: { agent: shell }\n`,
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
    once(BINARY, 'status');
    const { left, right } = await interleaved(
      pairs,
      () => once(BINARY, 'status'),
      () => once('-e', '0'),
    );
    const ratio = left.map((ms, index) => ms / right[index]);
    return [
      {
        name: `start-up of \`fanin status\` (${pairs} pairs, ${spread(left)} ms)`,
        value: median(left),
        unit: 'ms',
        baseline: { name: 'node -e 0', value: median(right) },
        ratio: median(ratio),
        goal: '≤ 2×',
      },
    ];
  } finally {
    bench.remove();
  }
};
