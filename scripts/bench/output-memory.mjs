import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchRepo } from './bench-repo.mjs';
import { median, spread } from './measure.mjs';

const BINARY = fileURLToPath(new URL('../../bin/fanin.mjs', import.meta.url));
const ATTEMPTS = 30;
const SECONDS = 10;

const tasks = Array.from(
  { length: ATTEMPTS },
  (_, index) => `  t${index}: { prompt: Print., writes: [t${index}.txt], size: 1m }`,
).join('\n');
const plan = `concurrency: on\nlimits: { live: ${ATTEMPTS}, wall: 1h }\ntasks:\n${tasks}\n`;
// A megabyte a second, in lines of 1,000 characters; or nothing for as long.
const LOUD = `line=$(printf '%999s' x); i=0; while [ $i -lt ${SECONDS} ]; do yes "$line" | head -n 1000; sleep 1; i=$((i+1)); done`;
const QUIET = `sleep ${SECONDS}`;
const config = (run) =>
  `isolation: worktree\nchecks: { there: test -f README.md }\nreview: { by: checks, limit: ${ATTEMPTS} }\nagents: { shell: { use: command, run: ${JSON.stringify(`${run}; echo done > $FANIN_TASK.txt`)} } }\ndefaults: { agent: shell }\n`;

/**
 * Highest memory of the engine with 30 live \`command\` attempts that print 1 MB a second each, against
 * the same run with agents that print nothing.
 */
export const benchOutputMemory = async (pairs = 3) => {
  const rounds = Math.min(pairs, 3);
  const loud = [];
  const quiet = [];
  for (let round = 0; round < rounds; round += 1) {
    loud.push(await peakOf(LOUD));
    quiet.push(await peakOf(QUIET));
  }
  return [
    {
      name: `highest memory with ${ATTEMPTS} attempts printing 1 MB/s each for ${SECONDS} s (${rounds} pairs, ${spread(loud)})`,
      value: median(loud),
      unit: 'MB',
      baseline: { name: 'the same, printing nothing', value: median(quiet) },
    },
  ];
};

const peakOf = async (run) => {
  const bench = benchRepo({ config: config(run), plan });
  try {
    const child = spawn(process.execPath, [BINARY, 'run'], {
      cwd: bench.repo,
      env: bench.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part) => (text += part));
    let peak = 0;
    const look = setInterval(() => {
      const found = /^VmHWM:\s+(\d+) kB/m.exec(statusOf(child.pid));
      if (found !== null) peak = Number(found[1]) / 1024;
    }, 100);
    const exit = await new Promise((resolve) => child.once('close', resolve));
    clearInterval(look);
    const landed = text.match(/#1 landed/g)?.length ?? 0;
    if (exit !== 0 || landed !== ATTEMPTS)
      throw new Error(`${landed} landed, exit ${exit}\n${text}`);
    return peak;
  } finally {
    bench.remove();
  }
};

const statusOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};
