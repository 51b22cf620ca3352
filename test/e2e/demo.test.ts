import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LANDING, SCENE } from '../../src/compose/demo/scene.ts';
import { BUILT_CLI, fanin } from '../support/built-cli.ts';
import { killProcessesOf, lastingProcesses } from '../support/processes.ts';

let base: string;
let env: Readonly<Record<string, string>>;

/** Nothing but git and a shell on PATH, and a home without any config. */
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'fanin-e2e-demo-')));
  for (const folder of ['bin', 'home', 'tmp']) mkdirSync(join(base, folder));
  for (const name of ['git', 'sh'])
    symlinkSync(
      execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
      join(base, 'bin', name),
    );
  env = {
    PATH: join(base, 'bin'),
    HOME: join(base, 'home'),
    TMPDIR: join(base, 'tmp'),
    GIT_CONFIG_NOSYSTEM: '1',
    LANG: 'C.UTF-8',
  };
});
afterEach(() => {
  killProcessesOf(base);
  rmSync(base, { recursive: true, force: true, maxRetries: 5 });
});

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd, env, encoding: 'utf8' }).trimEnd();

const nothingIsLeft = async (): Promise<void> => expect(await lastingProcesses(base)).toEqual([]);

describe('fanin demo', () => {
  it('plays its scene to the end, says where it is, and leaves nothing running', async () => {
    const { exit, stdout, stderr } = await fanin({ cwd: base, env }, ['demo']);
    expect([exit, stderr]).toEqual([0, '']);
    const [name = ''] = readdirSync(join(base, 'tmp')).filter((each) =>
      each.startsWith('fanin-demo-'),
    );
    const folder = join(base, 'tmp', name);
    const app = join(folder, 'app');
    expect(stdout).toMatch(new RegExp(`^ *${folder}$`, 'mu'));
    await nothingIsLeft();
    landedWhatShould(app);
    await judgedTheLiar(app);
    keptTheHung(app);
    await goesOn(app);
  });

  it('stops everything on SIGINT, and removes its folder where it is told to', async () => {
    const dir = join(base, 'here');
    const child = spawn(
      process.execPath,
      [BUILT_CLI, 'demo', '--json', '--no-keep', '--dir', dir],
      { cwd: base, env, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
    const hangs = Promise.withResolvers<void>();
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      if (stderr.includes(`${SCENE.hung.task}#1 started`)) hangs.resolve();
    });
    await Promise.race([hangs.promise, closed]);
    child.kill('SIGINT');
    expect(await closed).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 2, ok: false, folder: dir, left: [] });
    expect(existsSync(dir)).toBe(false);
    await nothingIsLeft();
  });

  it('writes over nothing', async () => {
    const { exit, stdout } = await fanin({ cwd: base, env }, [
      'demo',
      '--json',
      '--dir',
      'home/..',
    ]);
    expect(exit).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'path-occupied' } });
    expect(readdirSync(base).toSorted()).toEqual(['bin', 'home', 'tmp']);
  });
});

function landedWhatShould(app: string): void {
  const [target = '', ...others] = git(
    app,
    'for-each-ref',
    '--format=%(refname)',
    'refs/heads/fanin/*/target',
  ).split('\n');
  expect(others).toEqual([]);
  const landed = git(
    app,
    'log',
    '--first-parent',
    '--format=%(trailers:key=Fanin-Task,valueonly,separator=)',
    `main..${target}`,
  ).split('\n');
  expect(landed.toSorted()).toEqual(LANDING.toSorted());
  const index = git(app, 'show', `${target}:${SCENE.turns.file}`);
  for (const task of SCENE.turns.tasks) expect(index).toContain(`'./${task}.js'`);
  for (const { helper, file } of SCENE.twins)
    expect(git(app, 'show', `${target}:${file}`)).toContain(`function ${helper}(`);
  expect(git(app, 'ls-tree', '-r', '--name-only', target)).not.toMatch(/percentile|report/u);
  expect(git(app, 'status', '--porcelain', '--branch', '--ignored')).toBe('## main');
  expect(git(app, 'log', '--format=%s', 'HEAD')).toBe('tally, before the agents come');
}

async function judgedTheLiar(app: string): Promise<void> {
  const receipt = await fanin({ cwd: app, env }, ['receipt', SCENE.liar.task, '--json']);
  expect(JSON.parse(receipt.stdout)).toMatchObject({
    verdict: 'red',
    claims: [{ text: SCENE.liar.claim, verdict: 'contradicted' }],
    checks: [{ name: 'unit', by: 'fanin', status: 'failed' }],
  });
}

function keptTheHung(app: string): void {
  const ref = git(
    app,
    'for-each-ref',
    '--format=%(refname)',
    `refs/fanin/*/harvest/${SCENE.hung.task}/1`,
  );
  expect(git(app, 'show', `${ref}:${SCENE.hung.file}`)).toContain('TODO');
}

const runOf = (app: string): string =>
  git(app, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/fanin/*/target').split(
    '/',
  )[1] ?? '';

/** What the closing words say to type does what they say. */
async function goesOn(app: string): Promise<void> {
  await fanin({ cwd: app, env }, ['retry', SCENE.liar.task]);
  const status = await fanin({ cwd: app, env }, ['status', '--json']);
  const body: unknown = JSON.parse(status.stdout);
  expect(body).toHaveProperty(
    'tasks',
    expect.arrayContaining([expect.objectContaining({ id: SCENE.liar.task, phase: 'landed' })]),
  );
  expect((await fanin({ cwd: app, env }, ['promote'])).exit).toBe(0);
  expect(git(app, 'rev-parse', 'HEAD')).toBe(git(app, 'rev-parse', `fanin/${runOf(app)}/target`));
  expect((await fanin({ cwd: app, env }, ['clean'])).exit).toBe(0);
  await nothingIsLeft();
}
