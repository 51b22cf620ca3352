import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { benchRepo } from './bench-repo.mjs';
import { interleaved, median, spread } from './measure.mjs';

const FOLDERS = 400;
const FILES_EACH = 50;
const CHANGED = 30;
/** Looks that are measured together: the kernel tells CPU time of ended processes in steps of 10 ms. */
const AT_ONCE = 10;

/**
 * CPU of one checkpoint of a workspace of 20,000 files, 30 of them changed since the last, against
 * `git status` there. Of status git's own CPU counts; of the checkpoint this process and the shell
 * as well. Interleaved, in one process.
 */
export const benchCheckpoint = async (pairs = 20) => {
  const bench = benchRepo({ config: '{}\n', plan: '{}\n' });
  const before = { ...process.env };
  Object.assign(process.env, bench.env);
  try {
    const { take, status } = await workspaceIn(bench);
    await take();
    await status();
    const { left, right } = await interleaved(
      pairs,
      () => measured(take, true),
      () => measured(status, false),
    );
    return [
      {
        name: `CPU of a checkpoint, ${CHANGED} of ${FOLDERS * FILES_EACH} files changed (${spread(left)}; ${pairs} pairs of ${AT_ONCE})`,
        value: median(left),
        unit: 'ms',
        baseline: { name: `git status (${spread(right)})`, value: median(right) },
        ratio: median(left.map((cpu, index) => cpu / right[index])),
        goal: '≤ 3',
      },
    ];
  } finally {
    process.env = before;
    bench.remove();
  }
};

const workspaceIn = async ({ repo, env }) => {
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    mkdirSync(join(repo, `d${folder}`));
    for (let file = 0; file < FILES_EACH; file += 1)
      writeFileSync(join(repo, `d${folder}`, `f${file}.txt`), textOf(folder, file, 0));
  }
  const run = (...args) => execFileSync('git', args, { cwd: repo, env, encoding: 'utf8' }).trim();
  run('config', 'gc.auto', '0');
  run('add', '-A');
  run('commit', '-q', '-m', 'files');
  run('gc', '-q');
  const from = (path) => import(new URL(`../../dist/${path}`, import.meta.url));
  const { discoverRepository } = await from('adapters/git/discover.js');
  const { git } = await from('adapters/git/git.js');
  const { worktreeWorkspaces } = await from('adapters/workspaces/worktree/worktree.js');
  const { storeCheckpoints } = await from('adapters/checkpoints/checkpoints.js');
  const place = valueOf(discoverRepository(repo));
  const attempt = 'r1-core-1';
  const folder = join(place.stateDir, 'attempts', attempt);
  mkdirSync(folder, { recursive: true });
  const spec = { attempt, run: 'r1', task: 'core', n: 1, base: run('rev-parse', 'HEAD'), folder };
  const workspace = valueOf(await worktreeWorkspaces({ place }).prepare(spec));
  const checkpoints = storeCheckpoints({ place, broughtIn: () => [] });
  let edits = 0;
  const edit = () => {
    edits += 1;
    for (let k = 0; k < CHANGED; k += 1) {
      const at = Math.floor((k * FOLDERS) / CHANGED);
      writeFileSync(join(workspace.path, `d${at}`, 'f7.txt'), textOf(at, 7, edits));
    }
  };
  return {
    take: async () => {
      edit();
      return async () => {
        const taken = valueOf(await checkpoints.take(workspace, spec));
        if (taken.kind !== 'taken' || taken.changed !== CHANGED)
          throw new Error(`not a checkpoint of ${CHANGED} files: ${JSON.stringify(taken)}`);
      };
    },
    status: async () => {
      edit();
      return async () => {
        const said = valueOf(await git(workspace.path, ['status', '--porcelain']));
        if (said.stdout.toString().split('\n').length !== CHANGED + 1)
          throw new Error(`not ${CHANGED} changed files: ${said.stdout}`);
      };
    },
  };
};

const textOf = (folder, file, edit) => `${folder}/${file} in edit ${edit}\n`.repeat(20);

/** Sum of the looks' own CPU, in ms each; making the edits is not in it. */
const measured = async (prepare, ours) => {
  let sum = 0;
  for (let k = 0; k < AT_ONCE; k += 1) {
    const look = await prepare();
    const before = cpuNow(ours);
    await look();
    sum += cpuNow(ours) - before;
  }
  return sum / AT_ONCE;
};

const TICK_MS = 10;

/** CPU of what the kept shells have waited for; with `ours`, of the shells and this process as well. */
const cpuNow = (ours) => {
  const own = process.cpuUsage();
  let ms = ours ? (own.user + own.system) / 1000 : 0;
  for (const pid of childrenOf(process.pid)) {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system, childUser, childSystem] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map((ticks) => Number(ticks) * TICK_MS);
    ms += childUser + childSystem + (ours ? user + system : 0);
  }
  return ms;
};

const childrenOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  );

const valueOf = (result) => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};
