import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { supervisorProcess } from '../../dist/adapters/process/supervisor/launch.js';
import { interleaved, median, spread } from './measure.mjs';

const SUPERVISORS = 20;
/** prctl(2) by number: perl, which can make system calls, has no name for it. */
const PRCTL = { x64: 157, arm64: 167 }[process.arch];

// Runs each process of a list, one after the other, as the reaper of all that they leave behind,
// and prints the CPU seconds of them all. An entry: folder, log, words of the command line, variables.
const REAPER = `
  syscall(shift, 36, 1, 0, 0, 0) == 0 or die "no reaper: $!";
  local $/; open(my $list, '<', shift) or die; my @entries = split /\\0\\0/, <$list>;
  for (@entries) {
    my ($folder, $log, $count, @rest) = split /\\0/;
    my @words = splice @rest, 0, $count;
    if (!(fork // die)) {
      chdir $folder; open STDIN, '<', '/dev/null'; open STDOUT, '>>', $log; open STDERR, '>&STDOUT';
      %ENV = map { split /=/, $_, 2 } @rest;
      exec { $words[0] } @words; exit 127;
    }
    1 while wait != -1;
  }
  my (undef, undef, $user, $system) = times; print $user + $system;
`;

/**
 * CPU time of a supervisor with all its tools and without its agent: 20 supervisors of `true` less
 * 20 bare `true`, by 20; medians of `pairs` interleaved pairs. A shell counts time in steps of
 * 10 ms, so that no exit record can tell; a parent of many can. Linux, with perl.
 */
export const benchSupervisorCpu = async (pairs = 20) => {
  if (process.platform !== 'linux' || PRCTL === undefined) return [];
  const { left, right } = await interleaved(
    pairs,
    () => cpuOf(supervised),
    () => cpuOf(bare),
  );
  const each = left.map((cpu, index) => (cpu - right[index]) / SUPERVISORS);
  return [
    {
      name: `CPU time of a supervisor (${pairs} pairs of ${SUPERVISORS}, ${spread(each)})`,
      value: median(each),
      unit: 'ms',
    },
  ];
};

const cpuOf = (makeEntry) => {
  const root = mkdtempSync(join(tmpdir(), 'fanin-bench-'));
  try {
    const folders = Array.from({ length: SUPERVISORS }, (_, index) => join(root, `r1-a-${index}`));
    const list = join(root, 'list');
    writeFileSync(list, folders.map((folder) => makeEntry(folder, root)).join('\0\0'));
    const done = spawnSync('perl', ['-e', REAPER, String(PRCTL), list], { encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`perl: exit ${done.status}\n${done.stderr}`);
    if (makeEntry === supervised) folders.forEach(assertSupervised);
    return Number(done.stdout) * 1000;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

const assertSupervised = (folder) => {
  const exit = JSON.parse(readFileSync(join(folder, 'exit.json'), 'utf8'));
  if (exit.code !== 0)
    throw new Error(`a supervisor's agent did not end well: ${JSON.stringify(exit)}`);
};

const supervised = (folder, root) => {
  mkdirSync(folder);
  for (const name of ['output.log', 'errors.log']) closeSync(openSync(join(folder, name), 'a'));
  const command = { argv: ['true'], cwd: folder, env: {} };
  const launch = {
    attempt: 'r1-a-1',
    folder,
    command,
    stdin: '',
    keepOpen: true,
    deadlineAt: Date.now() + 600_000,
    killAfterMs: 5_000,
  };
  const { argv, cwd, env, logFile } = supervisorProcess(
    launch,
    { ...process.env },
    { stateFolder: root, env: process.env, tag: `bench/${folder.length}-${process.pid}` },
  );
  return entry(cwd, logFile, argv, env);
};

const bare = (folder) => {
  mkdirSync(folder);
  return entry(folder, join(folder, 'log'), ['true'], process.env);
};

const entry = (folder, log, argv, env) =>
  [
    folder,
    log,
    argv.length,
    ...argv,
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ].join('\0');
