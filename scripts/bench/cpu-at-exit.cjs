// Preloaded into the engine by NODE_OPTIONS: leaves the CPU time, in ms, of this process and of the
// shells that it keeps for starting commands. What those shells start (git, checks) is not in it.
const { appendFileSync, readFileSync } = require('node:fs');

const TICK_MS = 10;

if (process.env.FANIN_BENCH_CPU !== undefined && (process.argv[1] ?? '').endsWith('fanin.mjs'))
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    appendFileSync(process.env.FANIN_BENCH_CPU, `${(user + system) / 1000 + shells()}\n`);
  });

/** Own time of the shells. What they have waited for is what they started: it does not count. */
function shells() {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  let ticks = 0;
  for (const pid of pids.filter((each) => each !== '')) {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (!stat.includes('(sh)')) continue;
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    ticks += Number(user) + Number(system);
  }
  return ticks * TICK_MS;
}
