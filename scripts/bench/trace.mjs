import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleaved, median, spread } from './measure.mjs';
import { makeTranscripts } from './trace-transcripts.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BINARY = join(ROOT, 'bin', 'fanin.mjs');
/** Some later versions install without their program. */
const CCUSAGE = '20.0.24';
const MEGABYTES = 500;

/**
 * Wall time and highest memory of `fanin trace` on generated transcripts of Claude Code and Codex, against ccusage
 * with its own prices on the same files, each on one core. ccusage counts tokens; fanin measures
 * all that agents did, and, the second time, looks for failure patterns: every session has sub-agents.
 */
export const benchTrace = async (pairs = 20) => {
  const rounds = Math.min(pairs, 5);
  const ccusage = installed();
  const home = mkdtempSync(join(tmpdir(), 'fanin-bench-'));
  try {
    const bytes = makeTranscripts(home, MEGABYTES);
    const fanin = [process.execPath, BINARY, 'trace', '--all', '--json'];
    const ours = () => measured(home, [...fanin, '--no-patterns']);
    const found = () => measured(home, fanin);
    const theirs = () => measured(home, [ccusage, 'daily', '--offline', '--json']);
    same(await ours(), await theirs());
    const size = `${Math.round(bytes / 1e6)} MB of transcripts, one core`;
    return [
      ...compared(`measures of ${size}`, rounds, await interleaved(rounds, ours, theirs)),
      ...compared(
        `measures and patterns of ${size}`,
        rounds,
        await interleaved(rounds, found, theirs),
      ),
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

const compared = (name, rounds, { left, right }) => {
  const [times, others] = [left, right].map((all) => all.map(({ ms }) => ms));
  const [peaks, theirPeaks] = [left, right].map((all) => all.map(({ peak }) => peak));
  const other = `ccusage ${CCUSAGE}`;
  return [
    {
      name: `${name} (${spread(times)}; ${rounds} pairs)`,
      value: median(times),
      unit: 'ms',
      baseline: { name: `${other} (${spread(others)})`, value: median(others) },
      ratio: median(times.map((ms, index) => ms / others[index])),
      goal: '≤ 1.5',
    },
    {
      name: `its highest memory (${spread(peaks)})`,
      value: median(peaks),
      unit: 'MB',
      baseline: { name: `${other} (${spread(theirPeaks)})`, value: median(theirPeaks) },
      goal: '< 200 MB',
    },
  ];
};

/** The other program, installed where the pinned agents are kept. */
const installed = () => {
  const prefix = join(ROOT, '.cache', `ccusage-${CCUSAGE}`);
  const script = join(prefix, 'node_modules', '.bin', 'ccusage');
  if (!existsSync(script))
    execFileSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefix', prefix, `ccusage@${CCUSAGE}`],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
  // Its script makes the program executable when it is run first.
  execFileSync(script, ['--version'], { stdio: 'ignore' });
  const { platform, arch } = process;
  // Its own script would start Node first: the program itself is the fairer baseline.
  const program = join(
    prefix,
    'node_modules',
    '@ccusage',
    `ccusage-${platform}-${arch}`,
    'bin',
    'ccusage',
  );
  return existsSync(program) ? program : script;
};

/** Both must have counted the same tokens, or one of them has not done the work. */
const same = (ours, theirs) => {
  const counted = JSON.parse(ours.out).summary.tokens;
  const other = JSON.parse(theirs.out).totals.totalTokens;
  if (counted !== other) throw new Error(`fanin counts ${counted} tokens, ccusage ${other}`);
};

const ONE_CORE = existsSync('/usr/bin/taskset') ? ['/usr/bin/taskset', '-c', '0'] : [];

/** Wall time in ms, the highest memory in MB, and what was printed. */
const measured = (home, command) =>
  new Promise((resolve, reject) => {
    const [program, ...args] = [...ONE_CORE, ...command];
    const started = performance.now();
    const child = spawn(program, args, {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, TZ: 'UTC', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let [out, peak] = ['', 0];
    const look = setInterval(() => {
      peak = Math.max(peak, highest(child.pid));
    }, 20);
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      out += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(look);
      if (code === 0) resolve({ ms: performance.now() - started, peak, out });
      else reject(new Error(`${command.join(' ')} ended with ${code}`));
    });
  });

/** The high-water mark of a process, in MB; 0 where the system does not tell. */
const highest = (pid) => {
  try {
    const [, kilobytes = '0'] =
      /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
};
