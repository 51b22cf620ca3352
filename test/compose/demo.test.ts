import { execFile } from 'node:child_process';
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Step } from '../../src/adapters/agents/scripted/script.ts';
import { makeDemo } from '../../src/compose/demo/make-demo.ts';
import type { DemoPlace } from '../../src/compose/demo/make-demo.ts';
import { faninAlias, testCommand } from '../../src/compose/demo/programs.ts';
import { LANDING, SCENE } from '../../src/compose/demo/scene.ts';
import { DEMO_TASKS } from '../../src/compose/demo/work.ts';
import { planOutlook } from '../../src/compose/plan-outlook.ts';
import { openProject } from '../../src/compose/project.ts';

const exec = promisify(execFile);

let base: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'fanin-demo-test-')));
  await mkdir(join(base, 'home'));
  for (const name of Object.keys(process.env)) {
    if (/^(GIT_|XDG_CONFIG_HOME$|EMAIL$)/u.test(name)) vi.stubEnv(name, undefined);
  }
  vi.stubEnv('HOME', join(base, 'home'));
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(base, { recursive: true, force: true });
});

const git = async (cwd: string, ...args: readonly string[]): Promise<string> =>
  (await exec('git', [...args], { cwd })).stdout.trimEnd();

async function made(dir: string | null = 'demo'): Promise<DemoPlace> {
  const demo = await makeDemo({ dir, cwd: base, env: process.env });
  if (!demo.ok) throw new Error(demo.error.message);
  return demo.value;
}

/** A git config that would spoil every commit it has a say in. */
async function spoilGit(): Promise<void> {
  const hooks = join(base, 'hooks');
  const template = join(base, 'template');
  for (const folder of [hooks, join(template, 'hooks')]) {
    await mkdir(folder, { recursive: true });
    for (const hook of ['pre-commit', 'commit-msg', 'post-checkout']) {
      await writeFile(join(folder, hook), '#!/bin/sh\nexit 1\n');
      await chmod(join(folder, hook), 0o755);
    }
  }
  await writeFile(join(base, 'ignore'), '*.yaml\n*.json\n');
  await writeFile(
    join(base, 'home', '.gitconfig'),
    `[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = false\n[init]\n\tdefaultBranch = trunk\n\ttemplateDir = ${template}
[core]\n\thooksPath = ${hooks}\n\texcludesFile = ${join(base, 'ignore')}\n\tautocrlf = true\n[user]\n\tuseConfigOnly = true\n`,
  );
}

describe('the repository of the demo', () => {
  it('is one commit on main with everything in it, without any git config', async () => {
    const { app, head } = await made();
    expect(await git(app, 'log', '--format=%H %an <%ae> %D')).toBe(
      `${head} fanin demo <demo@fanin.invalid> HEAD -> main`,
    );
    expect(await git(app, 'status', '--porcelain', '--ignored')).toBe('');
    const files = (await git(app, 'ls-files')).split('\n');
    expect(files).toEqual(
      expect.arrayContaining([
        'README.md',
        'demo.script.json',
        'fanin.config.yaml',
        'plan.yaml',
        'src/index.js',
      ]),
    );
  });

  it('is the same under a git config that signs, ignores, and has hooks that refuse; later commits work too', async () => {
    const plain = await made();
    await spoilGit();
    const { app } = await made('spoilt');
    const tree = (cwd: string): Promise<string> => git(cwd, 'rev-parse', 'HEAD^{tree}');
    expect(await tree(app)).toBe(await tree(plain.app));
    expect(await git(app, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    await writeFile(join(app, 'more.yaml'), 'a: 1\n');
    await git(app, 'add', '-A');
    await git(app, 'commit', '-q', '-m', 'more');
    expect(await git(app, 'log', '--format=%s', '-1')).toBe('more');
  });

  it('goes into a new temporary folder by itself', async () => {
    const { folder, app } = await made(null);
    try {
      expect(folder.startsWith(join(await realpath(tmpdir()), 'fanin-demo-'))).toBe(true);
      expect(app).toBe(join(folder, 'app'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('goes into the folder that is named, and over nothing', async () => {
    expect((await made('new/place')).app).toBe(join(base, 'new', 'place', 'app'));
    expect(await makeDemo({ dir: 'new', cwd: base, env: process.env })).toMatchObject({
      ok: false,
      error: { code: 'path-occupied' },
    });
    await writeFile(join(base, 'file'), '');
    expect(await makeDemo({ dir: 'file', cwd: base, env: process.env })).toMatchObject({
      ok: false,
      error: { code: 'bad-folder' },
    });
  });
});

describe('the plan of the demo', () => {
  it('can start, side by side, and lets exactly those take turns that want the same file', async () => {
    const { app } = await made();
    const place = openProject(app);
    if (!place.ok) throw new Error(place.error.message);
    const outlook = await planOutlook(place.value, {
      from: { file: join(app, 'plan.yaml') },
      cwd: app,
      flags: {},
      tasks: [],
    });
    if (!outlook.ok) throw new Error(JSON.stringify(outlook.error));
    const { plan, exclusions, missing, notes } = outlook.value;
    expect([missing, notes]).toEqual([[], []]);
    expect(plan.admission.mode).toBe('concurrent');
    expect(plan.review.by).toBe('checks');
    const { tasks, file } = SCENE.turns;
    expect(exclusions.map(({ a, b, witness }) => [a, b, witness])).toEqual([
      [tasks[0], tasks[1], file],
      [tasks[0], tasks[2], file],
      [tasks[1], tasks[2], file],
    ]);
    const script: unknown = JSON.parse(await readFile(join(app, 'demo.script.json'), 'utf8'));
    const retried = [SCENE.liar.task, SCENE.hung.task].map((id) => `${id}#2`);
    expect(script).toMatchObject({
      tasks: Object.fromEntries(
        [...plan.tasks.map(({ id }) => id), ...retried].map((id) => [id, expect.any(Array)]),
      ),
    });
  });
});

/** What the steps leave in the files, as the scripted agent does it. */
async function applied(app: string, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if ('write' in step) {
      await mkdir(dirname(join(app, step.write.path)), { recursive: true });
      await writeFile(join(app, step.write.path), step.write.text);
    }
    if ('append' in step) await appendFile(join(app, step.append.path), step.append.text);
  }
}

const testsPass = (app: string): Promise<boolean> =>
  exec('sh', ['-c', testCommand({})], { cwd: app }).then(
    () => true,
    () => false,
  );

describe('the work of the demo', () => {
  const task = (id: string) => DEMO_TASKS.find((each) => each.id === id);

  it('keeps the tests green for those that land, in any order, and for those that are made again', async () => {
    const { app } = await made();
    for (const id of LANDING.toReversed()) await applied(app, task(id)?.steps ?? []);
    expect(await testsPass(app)).toBe(true);
    expect(await readFile(join(app, SCENE.turns.file), 'utf8')).toMatch(
      /mode.*\n.*range.*\n.*median/u,
    );
    for (const { again = [] } of DEMO_TASKS) await applied(app, again);
    expect(await testsPass(app)).toBe(true);
  });

  it('breaks them for the one that claims otherwise', async () => {
    const { app } = await made();
    const steps = task(SCENE.liar.task)?.steps ?? [];
    await applied(app, steps);
    expect(await testsPass(app)).toBe(false);
    expect(steps).toContainEqual({ claim: SCENE.liar.claim });
  });

  it('stays within what each task may write, and writes each helper where the scene says', async () => {
    for (const { writes, steps, again = [] } of DEMO_TASKS) {
      for (const step of [...steps, ...again]) {
        const path = 'write' in step ? step.write.path : 'append' in step ? step.append.path : null;
        if (path !== null) expect(writes).toContain(path);
      }
    }
    const { app } = await made();
    for (const { task: id, helper, file } of SCENE.twins) {
      await applied(app, task(id)?.steps ?? []);
      expect(await readFile(join(app, file), 'utf8')).toContain(`export function ${helper}(`);
    }
  });
});

describe('the programs that the demo names', () => {
  const ROOT = fileURLToPath(new URL('../..', import.meta.url));
  const inBin = async (name: string, program: string): Promise<{ readonly PATH: string }> => {
    const bin = await mkdtemp(join(base, 'bin-'));
    await symlink(program, join(bin, name));
    return { PATH: bin };
  };

  it('are called by name only where that name leads to them', async () => {
    expect(testCommand(await inBin('node', process.execPath))).toMatch(/^node --test/u);
    expect(testCommand(await inBin('node', '/bin/sh'))).toMatch(/^\/.* --test/u);
    expect(testCommand({ PATH: '' })).toContain(process.execPath);
    expect(faninAlias(await inBin('fanin', join(ROOT, 'bin', 'fanin.mjs')))).toBeNull();
    expect(faninAlias(await inBin('fanin', '/bin/sh'))).toMatch(
      /^alias fanin='.* .*bin\/fanin\.mjs'$/u,
    );
  });

  it('can be pasted into a shell', async () => {
    const alias = faninAlias({}) ?? '';
    const { stdout } = await exec('sh', ['-c', `${alias}\nalias fanin`]);
    expect(stdout).toContain(`${process.execPath} ${join(ROOT, 'bin', 'fanin.mjs')}`);
  });
});
