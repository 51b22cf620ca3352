import { mkdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { acquireEngineLock } from '../../src/adapters/store/engine-lock.ts';
import { worktreeWorkspaces } from '../../src/adapters/workspaces/worktree/worktree.ts';
import { examine } from '../../src/compose/doctor.ts';
import type { DoctorFinding } from '../../src/compose/doctor.ts';
import { diskSpace, platformFinding } from '../../src/compose/doctor-machine.ts';
import { makeRepo, writeFiles } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { planOf, taskOf } from '../support/plans.ts';
import { seedRun, value } from './seeded-run.ts';
import type { SeededRun } from './seeded-run.ts';

let cleanup: (() => Promise<void>) | null = null;
afterEach(async () => {
  await cleanup?.();
  cleanup = null;
});

const COMMAND =
  'agents: { own: { use: command, run: "true" } }\ndefaults: { agent: own }\nchecks: { unit: "true" }\n';

async function repository(config: string | null = COMMAND): Promise<TempRepo> {
  const repo = await makeRepo({
    files: config === null ? { a: '1\n' } : { 'fanin.config.yaml': config },
  });
  cleanup = () => repo.remove();
  return repo;
}

async function run(): Promise<SeededRun> {
  const of = await seedRun(planOf([taskOf('core')]), { 'fanin.config.yaml': COMMAND });
  cleanup = () => of.remove();
  return of;
}

const about = (findings: readonly DoctorFinding[], name: string) =>
  findings.filter((each) => each.name === name);

const problems = (findings: readonly DoctorFinding[]) =>
  findings.flatMap(({ state, name, code }) => (state === 'problem' ? [[name, code]] : []));

describe('the doctor', () => {
  it('finds nothing wrong with a repository that is ready', async () => {
    const { path } = await repository();
    const findings = await examine(path);
    expect(problems(findings)).toEqual([]);
    expect(findings.map(({ name }) => name)).toEqual([
      'platform',
      'node',
      'git',
      'sandbox',
      'repository',
      'config',
      'agent claude',
      'agent codex',
      'agent kimi',
      'agent opencode',
      'agent gemini',
      'agent own',
      'store',
      'engine',
      'leftovers',
      'disk',
      'paths',
    ]);
    expect(about(findings, 'agent own')).toMatchObject([
      { state: 'ok', text: 'runs true, the default' },
    ]);
    expect(about(findings, 'store')).toMatchObject([{ text: 'nothing has run here yet' }]);
  });

  it('tells all that hinders a run, not the first thing alone', async () => {
    const repo = await repository();
    await repo.git('branch', 'fanin');
    await writeFiles(join(repo.path, '.git'), { MERGE_HEAD: 'x', shallow: '' });
    expect(problems(await examine(repo.path))).toEqual([
      ['repository', 'operation-in-progress'],
      ['repository', 'shallow-repository'],
      ['repository', 'branch-in-the-way'],
    ]);
  });

  it('notes what may surprise', async () => {
    const repo = await repository();
    await writeFiles(repo.path, { new: '1\n' });
    await repo.git('checkout', '-q', '--detach');
    const notes = about(await examine(repo.path), 'repository').filter(
      ({ state }) => state === 'note',
    );
    expect(notes.map(({ text }) => text.slice(0, 20))).toEqual([
      'HEAD is detached: wi',
      '1 uncommitted change',
    ]);
  });

  it('looks at the machine outside of a repository', async () => {
    const repo = await repository();
    await rm(join(repo.path, '.git'), { recursive: true });
    const findings = await examine(repo.path);
    expect(findings.map(({ name }) => name)).toEqual([
      'platform',
      'node',
      'git',
      'sandbox',
      'repository',
    ]);
    expect(problems(findings)).toEqual([['repository', 'no-repository']]);
  });

  it.each([
    ['no config', null, { state: 'note', hint: 'fanin init writes one' }],
    [
      'no checks',
      'agents: { own: { use: command, run: "true" } }\ndefaults: { agent: own }\n',
      { state: 'note', text: 'fanin.config.yaml has no checks' },
    ],
    [
      'a broken config',
      'checks: [\n',
      { state: 'problem', text: expect.stringMatching(/^fanin\.config\.yaml:\d+:\d+ /u) as string },
    ],
  ])('says that there is %s', async (_what, config, expected) => {
    const { path } = await repository(config);
    expect(about(await examine(path), 'config')).toMatchObject([expected]);
  });

  it('takes a missing agent for a problem only when tasks use it by default', async () => {
    const { path } = await repository(
      'agents: { gone: { use: claude-code, run: /nowhere/claude } }\ndefaults: { agent: gone }\n',
    );
    expect(problems(await examine(path))).toEqual([['agent gone', 'agent-not-installed']]);
    await writeFiles(path, {
      'fanin.config.yaml': COMMAND.replace(
        'agents: {',
        'agents: { gone: { use: claude-code, run: /nowhere/claude },',
      ),
    });
    const findings = await examine(path);
    expect(problems(findings)).toEqual([]);
    expect(about(findings, 'agent gone')).toMatchObject([{ state: 'note' }]);
  });
});

describe('the doctor on the state', () => {
  it('reads the whole store, and tells damage', async () => {
    const of = await run();
    await of.save();
    expect(about(await examine(of.repo.path), 'store')).toMatchObject([
      { state: 'ok', text: expect.stringMatching(/^\d+ events, .* readable$/u) as string },
    ]);
    await truncate(join(of.place.stateDir, 'fanin.db'), 5000);
    expect(problems(await examine(of.repo.path))).toEqual([['store', 'store-broken']]);
  });

  it('names agents without an engine, and what takes them up again', async () => {
    const of = await run();
    await of.prepare('core');
    of.start('core');
    await of.save();
    expect(about(await examine(of.repo.path), 'leftovers')).toEqual([
      {
        name: 'leftovers',
        state: 'note',
        text: 'run r1 has no engine, and core#1 may be at work',
        hint: 'fanin run --resume r1',
        code: null,
      },
    ]);
    const lock = value(acquireEngineLock(of.place.stateDir));
    const findings = await examine(of.repo.path);
    lock.release();
    expect(about(findings, 'engine')).toMatchObject([{ text: 'one runs' }]);
    expect(about(findings, 'leftovers')).toMatchObject([{ state: 'ok' }]);
  });

  it('names workspaces that no run knows, check copies of runs that are over, and folders that are gone', async () => {
    const of = await run();
    await of.prepare('core');
    value(await worktreeWorkspaces({ place: of.place }).checkCopy('r0', 'HEAD', 'worktree'));
    const yard = join(of.repo.base, 'app.fanin');
    await mkdir(join(yard, 'r1-core-1.found-1'));
    expect(about(await examine(of.repo.path), 'leftovers').map(({ text }) => text)).toEqual([
      'workspaces that no run knows: r1-core-1',
      'check copies of runs that are over: r0.check-1',
      'folders that a crash has left: r1-core-1.found-1',
    ]);
    await rm(yard, { recursive: true });
    expect(about(await examine(of.repo.path), 'leftovers').at(-1)).toMatchObject({
      text: 'workspaces whose folder is gone: r0.check-1, r1-core-1',
    });
  });

  it('makes no folder and changes no ref', async () => {
    const of = await repository();
    const before = await of.git('for-each-ref');
    await examine(of.path);
    expect(await of.git('for-each-ref')).toBe(before);
    expect(await of.git('status', '--porcelain')).toBe('');
    await expect(rm(join(of.base, 'app.fanin'))).rejects.toThrow('ENOENT');
  });
});

describe('the doctor on the machine', () => {
  it.each([
    ['linux', '6.1.0', 'ok'],
    ['linux', '5.15.90.1-microsoft-standard-WSL2', 'ok'],
    ['darwin', '24.0.0', 'note'],
    ['freebsd', '14', 'note'],
    ['win32', '10', 'problem'],
  ])('judges %s %s', (platform, kernel, state) => {
    expect(platformFinding(platform, kernel).state).toBe(state);
  });

  it('sends people on Windows to WSL', () => {
    expect(platformFinding('win32', '10').hint).toContain('WSL');
    expect(platformFinding('linux', '5.15-microsoft').text).toContain('in WSL');
  });

  it.each([
    [100e6, null, 'problem'],
    [1e9, null, 'note'],
    [100e9, null, 'ok'],
    [100e9, 1000, 'note'],
    [100e9, 10e6, 'ok'],
  ])('judges %d bytes and %s files', (free, files, state) => {
    expect(diskSpace({ free, files }).state).toBe(state);
  });
});
