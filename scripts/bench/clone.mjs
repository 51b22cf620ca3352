import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchRepo } from './bench-repo.mjs';
import { interleaved, median, spread } from './measure.mjs';

const FOLDERS = 400;
const FILES_EACH = 50;
const CHANGED = 30;

/**
 * Private clones behind the host's own boundary, in a repository of 20,000 files: making one against
 * `git worktree add`, and the harvest of 30 changed files against a bare `git fetch` of a commit of the
 * same files from a plain clone. Wall time, interleaved.
 */
export const benchClone = async (pairs = 20) => {
  const bench = benchRepo({ config: '{}\n', plan: '{}\n' });
  const before = { ...process.env };
  Object.assign(process.env, bench.env);
  try {
    const scene = await sceneIn(bench);
    return [
      await compared(
        { name: 'making a private clone', baseline: 'git worktree add', pairs },
        scene.prepare,
        scene.add,
      ),
      await compared(
        {
          name: `harvest of a clone, ${CHANGED} of ${FOLDERS * FILES_EACH} files changed`,
          baseline: 'git fetch',
          pairs,
        },
        scene.harvest,
        scene.fetch,
      ),
    ];
  } finally {
    process.env = before;
    bench.remove();
  }
};

const compared = async ({ name, baseline, pairs }, one, other) => {
  await one();
  await other();
  const { left, right } = await interleaved(pairs, one, other);
  return {
    name: `${name} (${spread(left)}; ${pairs} pairs)`,
    value: median(left),
    unit: 'ms',
    baseline: { name: `${baseline} (${spread(right)})`, value: median(right) },
    ratio: median(left.map((ms, index) => ms / right[index])),
  };
};

const sceneIn = async ({ repo, env }) => {
  const run = (cwd, ...args) =>
    execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: 'pipe' }).trim();
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    mkdirSync(join(repo, `d${folder}`));
    for (let file = 0; file < FILES_EACH; file += 1)
      writeFileSync(join(repo, `d${folder}`, `f${file}.txt`), textOf(folder, file, 0));
  }
  run(repo, 'config', 'gc.auto', '0');
  run(repo, 'add', '-A');
  run(repo, 'commit', '-q', '-m', 'files');
  run(repo, 'gc', '-q');
  const clones = await clonesOf(repo);
  const base = run(repo, 'rev-parse', 'HEAD');
  const plain = `${repo}.plain`;
  run(repo, 'clone', '-q', '--shared', repo, plain);
  const kept = await clones.prepare('kept', base);
  let count = 0;
  return {
    prepare: async () => {
      count += 1;
      const ms = await timed(() => clones.prepare(`t${count}`, base));
      valueOf(await clones.remove(`t${count}`, base));
      return ms;
    },
    add: async () => {
      const path = `${repo}.added`;
      const ms = await timed(() => run(repo, 'worktree', 'add', '-q', '--detach', path));
      run(repo, 'worktree', 'remove', '--force', path);
      return ms;
    },
    harvest: async () => {
      edit(kept.path, (count += 1));
      return timed(() => clones.harvest('kept', base));
    },
    fetch: async () => {
      edit(plain, (count += 1));
      run(plain, 'commit', '-q', '-am', 'work');
      const ms = await timed(() => run(repo, 'fetch', '-q', '--no-tags', plain, '+HEAD:refs/x/y'));
      run(plain, 'reset', '-q', '--hard', 'HEAD~1');
      rmSync(join(plain, '.git/ORIG_HEAD'), { force: true });
      return ms;
    },
  };
};

const clonesOf = async (repo) => {
  const from = (path) => import(new URL(`../../dist/${path}`, import.meta.url));
  const { discoverRepository } = await from('adapters/git/discover.js');
  const { cloneWorkspaces } = await from('adapters/workspaces/clone/clone.js');
  const { cloneDeps } = await from('compose/clones.js');
  const place = valueOf(discoverRepository(repo));
  const workspaces = cloneWorkspaces(cloneDeps(place, null));
  const made = new Map();
  const specOf = (task, base) => {
    const attempt = `r1-${task}-1`;
    const folder = join(place.stateDir, 'attempts', attempt);
    mkdirSync(folder, { recursive: true });
    return { attempt, run: 'r1', task, n: 1, base, folder };
  };
  return {
    prepare: async (task, base) => {
      const workspace = valueOf(await workspaces.prepare(specOf(task, base)));
      made.set(task, workspace);
      return workspace;
    },
    remove: (task, base) => workspaces.remove(made.get(task), specOf(task, base)),
    harvest: async (task, base) => {
      const { commit } = valueOf(await workspaces.harvest(made.get(task), specOf(task, base)));
      if (commit === null) throw new Error('nothing was harvested');
    },
  };
};

const edit = (root, round) => {
  for (let k = 0; k < CHANGED; k += 1) {
    const at = Math.floor((k * FOLDERS) / CHANGED);
    writeFileSync(join(root, `d${at}`, 'f7.txt'), textOf(at, 7, round));
  }
};

const textOf = (folder, file, round) => `${folder}/${file} in edit ${round}\n`.repeat(20);

const timed = async (work) => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const valueOf = (result) => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};
