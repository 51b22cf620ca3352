import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putGitShim, type GitShim } from './git-shim.ts';
import { seeded } from './random.ts';

/** A repository with a plan of scripted tasks, in a folder of its own. */
export interface KillRepo {
  /** Real path. */
  readonly folder: string;
  readonly repo: string;
  /** Where the workspaces are. */
  readonly workspaces: string;
  /** TMPDIR of all that runs. */
  readonly temp: string;
  /** Each started agent leaves one file here: `<attempt>.<pid>`. */
  readonly starts: string;
  /** Each run of the check adds the tree that it found, a line each; and to `.places` beside it, where. */
  readonly checked: string;
  readonly env: Readonly<Record<string, string>>;
  readonly shim: GitShim;
  readonly tasks: readonly string[];
  /** The commit that the main checkout is on. */
  readonly head: string;
}

/** Lines that each task's agent writes and acknowledges. */
export const LINES = 5;

/** How a repository differs from the usual one. */
export interface KillRepoOptions {
  /** People review tasks that need none. */
  readonly reviewer?: 'checks' | 'human';
  /** Attempts that each have lines of their own; default: all of a task write the same. */
  readonly attempts?: number;
  /** How often a task is taken over by itself; default: the default. */
  readonly retries?: number;
  /** Longest pause of an agent between two lines, in ms. */
  readonly pauseMs?: number;
}

/** Makes it; the seed decides who needs whom, who commits, and how long steps take. */
export const makeKillRepo = (
  seed: number,
  taskCount: number,
  options: KillRepoOptions = {},
): KillRepo => {
  const { reviewer = 'checks' } = options;
  const random = seeded(seed);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `fanin-kill-${seed}-`)));
  const [repo, starts, temp] = [join(folder, 'app'), join(folder, 'starts'), join(folder, 'tmp')];
  for (const each of [join(repo, 'src'), starts, temp]) mkdirSync(each, { recursive: true });
  const checked = join(folder, 'checked');
  const tasks = Array.from({ length: taskCount }, (_, index) => `t${index + 1}`);
  const scripts = Object.fromEntries(tasks.flatMap((task) => scriptsOf(task, options, random)));
  writeFileSync(join(repo, 'README.md'), '# app\n');
  writeFileSync(join(repo, 'script.json'), JSON.stringify({ tasks: scripts }));
  writeFileSync(join(repo, 'fanin.config.yaml'), configText(reviewer, taskCount));
  writeFileSync(
    join(repo, 'plan.yaml'),
    planText(tasks, options, reviewer === 'human' ? () => 1 : random),
  );
  const shim = putGitShim(join(folder, 'bin'));
  const env = {
    ...gitEnv(folder),
    PATH: `${shim.folder}:${process.env['PATH'] ?? ''}`,
    TMPDIR: temp,
    KILL_STARTS: starts,
    KILL_CHECKED: checked,
  };
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: repo, env, encoding: 'utf8' }).trim();
  git('init', '-q', '-b', 'main');
  // An agent that is killed in its own `git commit` can leave git's maintenance lock, which is no doing of fanin's.
  git('config', 'maintenance.auto', 'false');
  git('add', '-A');
  git('commit', '-q', '-m', 'start');
  const head = git('rev-parse', 'HEAD');
  shim.reset();
  return {
    folder,
    repo,
    workspaces: `${repo}.fanin`,
    temp,
    starts,
    checked,
    env,
    shim,
    tasks,
    head,
  };
};

/** Set-up and check take long enough to be met by a kill. */
const configText = (reviewer: string, limit: number): string => `setup: sleep 0.05
checks:
  there: pwd >> "$KILL_CHECKED.places" && git rev-parse 'HEAD^{tree}' >> "$KILL_CHECKED" && sleep 0.05 && test -f README.md
review: { by: ${reviewer}, limit: ${limit} }
isolation: worktree
agents: { robot: { use: scripted, script: script.json } }
defaults: { agent: robot, checks: [there] }
`;

/** The scripts of a task, by the key under which the agent looks for them. */
const scriptsOf = (
  task: string,
  { attempts, pauseMs = 120 }: KillRepoOptions,
  random: () => number,
): readonly (readonly [string, readonly unknown[]])[] => {
  const lines = { task, pauseMs, random };
  if (attempts === undefined) return [[task, steps({ ...lines, mark: '' })]];
  return Array.from({ length: attempts }, (_, index) => {
    const n = index + 1;
    return [`${task}#${n}`, steps({ ...lines, mark: ` of attempt ${n}` })] as const;
  });
};

interface Lines {
  readonly task: string;
  /** At the end of each line. */
  readonly mark: string;
  readonly pauseMs: number;
  readonly random: () => number;
}

const steps = ({ task, mark, pauseMs, random }: Lines): readonly unknown[] => [
  { run: 'touch "$KILL_STARTS/$FANIN_ATTEMPT.$PPID"' },
  ...Array.from({ length: LINES - 1 }, (_, line) => [
    { append: { path: `src/${task}.txt`, text: `${task} line ${line + 1}${mark}\n`, ack: true } },
    { pause: Math.round(random() * pauseMs) },
  ]).flat(),
  ...(random() < 0.4 ? [{ commit: `${task}: half` }] : []),
  { append: { path: `src/${task}.txt`, text: `${task} last${mark}\n`, ack: true } },
];

const planText = (
  tasks: readonly string[],
  { retries }: KillRepoOptions,
  random: () => number,
): string => {
  const lines = tasks.map((task, index) => {
    const needed = `, needs: [t${1 + Math.floor(random() * index)}]`;
    const need = index > 0 && random() < 0.35 ? needed : '';
    return `  ${task}: { prompt: Write lines for ${task}., writes: [src/${task}.txt]${need} }`;
  });
  const limits = `live: 8${retries === undefined ? '' : `, retries: ${retries}`}`;
  return `goal: Survive\nconcurrency: on\nlimits: { ${limits} }\ntasks:\n${lines.join('\n')}\n`;
};

const gitEnv = (folder: string): Record<string, string> => ({
  HOME: folder,
  LANG: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@localhost',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@localhost',
});
