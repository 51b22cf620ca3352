import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastingProcesses } from '../../support/processes.ts';
import { LINES, type KillRepo } from './kill-repo.ts';
import { told } from './told.ts';

/** Every promise that a finished run of the kill repository must keep, as sentences about what is broken. */
export const faultsIn = async (repo: KillRepo, binary: string): Promise<readonly string[]> => {
  const processes = await lastingProcesses(repo.folder);
  const left = processes.map(({ pid, command }) => `process ${pid} is left: ${command}`);
  const targets = refsOf(repo, 'refs/heads/fanin/*/target');
  const [target] = targets;
  if (target === undefined || targets.length !== 1)
    return [...left, `there are ${targets.length} targets`];
  return [
    ...left,
    ...landings(repo, target),
    ...acknowledged(repo, target),
    ...startedOnce(repo),
    ...(await endings(repo, binary)),
    ...untouched(repo),
    ...leftovers(repo),
  ];
};

export const gitIn = (repo: KillRepo, ...args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd: repo.repo,
    env: { ...repo.env, GIT_OPTIONAL_LOCKS: '0' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

export const lines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line !== '');

export const refsOf = (repo: KillRepo, pattern: string): readonly string[] =>
  lines(gitIn(repo, 'for-each-ref', '--format=%(refname)', pattern));

/** Each task has landed once, one on top of the other from the base on, and the target stood only where trees were checked. */
export const landings = (repo: KillRepo, target: string): readonly string[] => {
  const format = '--format=%H%x09%(trailers:key=Fanin-Task,valueonly,separator=%x2C)';
  const landed = lines(gitIn(repo, 'log', '--first-parent', format, `${repo.head}..${target}`)).map(
    (line) => line.split('\t')[1],
  );
  const checked = new Set(
    existsSync(repo.checked) ? lines(readFileSync(repo.checked, 'utf8')) : [],
  );
  const wrong = repo.tasks.flatMap((task) => {
    const times = landed.filter((each) => each === task).length;
    return times === 1 ? [] : [`${task} landed ${times} times`];
  });
  const strange =
    landed.length === repo.tasks.length
      ? []
      : [`the target has ${landed.length} commits of its own`];
  // A group lands by one move: what was tested is where the target stood, not each commit behind it.
  const stood = lines(gitIn(repo, 'log', '-g', '--format=%H %T', target));
  const unchecked = stood.flatMap((line) => {
    const [commit = '', tree = ''] = line.split(' ');
    return commit === repo.head || checked.has(tree)
      ? []
      : [`the target stood at ${commit}, whose tree ${tree} was never checked`];
  });
  return [...wrong, ...strange, ...unchecked];
};

/** Each line that an agent acknowledged must be in the target, once. */
const acknowledged = (repo: KillRepo, target: string): readonly string[] => {
  const attempts = join(repo.repo, '.git', 'fanin', 'attempts');
  const acks = readdirSync(attempts).flatMap((attempt) => {
    const file = join(attempts, attempt, 'acks.log');
    return existsSync(file) ? lines(readFileSync(file, 'utf8')) : [];
  });
  const expected = repo.tasks.length * LINES;
  const counted =
    acks.length === expected ? [] : [`${acks.length} lines were acknowledged, not ${expected}`];
  const landed = new Map(repo.tasks.map((task) => [task, contentOf(repo, target, task)]));
  const lost = acks.flatMap((line) => {
    const content = landed.get(line.split(' ')[0] ?? '') ?? [];
    const times = content.filter((each) => each === line).length;
    return times === 1 ? [] : [`"${line}" is in the target ${times} times`];
  });
  return [...counted, ...lost];
};

const contentOf = (repo: KillRepo, target: string, task: string): readonly string[] => {
  try {
    return lines(gitIn(repo, 'show', `${target}:src/${task}.txt`));
  } catch {
    return [];
  }
};

const startedOnce = (repo: KillRepo): readonly string[] => {
  const started = readdirSync(repo.starts).map((name) => name.slice(0, name.lastIndexOf('.')));
  const twice = started.filter((attempt, index) => started.indexOf(attempt) !== index);
  const counted =
    started.length === repo.tasks.length
      ? []
      : [`${started.length} agents were started for ${repo.tasks.length} tasks`];
  return [...counted, ...twice.map((attempt) => `${attempt} was started twice`)];
};

/** What fanin itself says of the run at its end. */
const endings = async (repo: KillRepo, binary: string): Promise<readonly string[]> => {
  const said = await told(repo, binary);
  if (typeof said === 'string') return [said];
  const { run, tasks, attempts } = said;
  return [
    ...(run.end === 'landed' ? [] : [`status says that the run ${run.end ?? 'has not ended'}`]),
    ...tasks.flatMap(({ id, phase }) => (phase === 'landed' ? [] : [`${id} is ${phase}`])),
    ...attempts.flatMap(({ id, outcome, removed, kept }) => [
      ...(outcome === 'delivered' ? [] : [`${id} is told as ${outcome ?? 'not ended'}`]),
      ...(removed ? [] : [`the workspace of ${id} is told as there: ${kept ?? 'no reason'}`]),
    ]),
  ];
};

export const untouched = (repo: KillRepo): readonly string[] => {
  const head = gitIn(repo, 'rev-parse', 'HEAD').trim();
  const status = gitIn(repo, 'status', '--porcelain', '--untracked-files=all').trim();
  const broken = spawnSync('git', ['fsck', '--connectivity-only', '--no-dangling'], {
    cwd: repo.repo,
    env: repo.env,
    encoding: 'utf8',
  });
  return [
    ...(head === repo.head ? [] : [`the main checkout was moved to ${head}`]),
    ...(status === '' ? [] : [`the main checkout is dirty: ${status}`]),
    ...(broken.status === 0 ? [] : [`git fsck says: ${broken.stderr}${broken.stdout}`]),
  ];
};

const ENGINE_LOCK = join('fanin', 'engine.lock');

/** Nothing that a dead engine had in hand may lie around for good. */
export const leftovers = (repo: KillRepo): readonly string[] => {
  const worktrees = lines(gitIn(repo, 'worktree', 'list', '--porcelain')).filter((line) =>
    line.startsWith('worktree '),
  );
  const folders = existsSync(repo.workspaces) ? readdirSync(repo.workspaces) : [];
  const branches = refsOf(repo, 'refs/heads/fanin/*/attempts/');
  const files = readdirSync(join(repo.repo, '.git'), { recursive: true, encoding: 'utf8' });
  // The engine's own lock is one on the file, which stays.
  const locks = files.filter((name) => name.endsWith('.lock') && name !== ENGINE_LOCK);
  const temp = readdirSync(repo.temp).filter((name) => name !== 'node-compile-cache');
  return [
    ...worktrees.slice(1).map((line) => `git still lists ${line}`),
    ...folders.map((name) => `${name} is left among the workspaces`),
    ...branches.map((name) => `the branch ${name} is left`),
    ...locks.map((name) => `.git/${name} is left`),
    ...temp.map((name) => `${name} is left in the folder for temporary files`),
  ];
};
