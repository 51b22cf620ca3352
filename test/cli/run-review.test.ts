import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';
import { overwrite, robotRepo, writes } from './robot-repo.ts';

const PLAN = [
  'goal: Try it',
  'limits: { retries: 0 }',
  'tasks:',
  '  core: { prompt: core, writes: [src/core.txt], size: 10m }',
  '  late: { prompt: late, needs: [core], writes: [src/late.txt], size: 10m }',
  '  red: { prompt: red, writes: [README.md], size: 10m }',
  '',
].join('\n');

const STEPS = {
  core: [
    { tool: 'Read README.md' },
    { say: 'I begin' },
    ...writes('core'),
    { usage: { input: 12_000 } },
    { claim: 'all tests pass' },
  ],
  late: writes('late'),
  'red#1': [{ delete: 'README.md' }],
  red: [{ write: { path: 'README.md', text: 'better\n' } }],
};

let repo: TempRepo;
beforeEach(async () => {
  repo = await robotRepo({ plan: PLAN, review: 'human', steps: STEPS });
});
afterEach(() => repo.remove());

interface Status {
  readonly run: { readonly id: string; readonly end: string | null; readonly engine: boolean };
  readonly tasks: readonly { readonly id: string; readonly phase: string }[];
  readonly deliveries: readonly {
    readonly id: string;
    readonly phase: string;
    readonly tree: string;
  }[];
}

const phases = async () =>
  Object.fromEntries(
    (await faninJson<Status>(repo.path, 'status')).tasks.map(({ id, phase }) => [id, phase]),
  );

describe('a run from plan to landing', () => {
  it('waits for a person, is reviewed, goes on and lands', { timeout: 60_000 }, async () => {
    await overwrite(repo, 'mine.txt', 'x');
    const first = await fanin(repo.path, 'run');
    expect(first.code).toBe(3);
    expect(first.err).toContain('1 uncommitted change');
    expect(first.out).toMatch(/^\d\d:\d\d:\d\d core#1 started · robot · deadline /mu);
    expect(first.out).toContain('red#1 is red · ✗ there');
    expect(first.out).toContain('fanin review core');
    expect(first.out.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect(await phases()).toEqual({ core: 'delivered', late: 'waiting', red: 'parked' });

    expect((await fanin(repo.path, 'review')).out).toContain('core#1  green  1 task waits for it');
    expect((await fanin(repo.path, 'review', 'core')).out).toContain('"all tests pass"');
    expect((await fanin(repo.path, 'receipt', 'core')).out).toContain('12k tokens');
    expect((await fanin(repo.path, 'logs', 'core')).out).toContain('› Read README.md\nI begin\n');
    expect((await fanin(repo.path, 'diff', 'core')).out).toContain('+core');
    expect(await fanin(repo.path, 'logs', 'red', 'nope')).toMatchObject({ code: 2 });
    const path = (await fanin(repo.path, 'path', 'core')).out.trim();
    expect(existsSync(join(path, 'src/core.txt'))).toBe(true);

    expect(await fanin(repo.path, 'review', 'approve', 'core', '--tree', 'abcd')).toMatchObject({
      code: 4,
    });
    expect(await fanin(repo.path, 'review', 'return', 'core')).toMatchObject({ code: 2 });
    const approved = await fanin(repo.path, 'review', 'approve', 'core');
    expect(approved.code).toBe(0);
    expect(approved.err).toContain('core#1 has landed');
    expect(approved.err).toContain('fanin run --resume');
    expect(await fanin(repo.path, 'path', 'core')).toMatchObject({ code: 4, out: '' });

    // A second attempt at `red`, in the foreground since no engine runs; `late` starts as well.
    expect((await fanin(repo.path, 'retry', 'red', 'keep the file')).code).toBe(3);
    expect(await phases()).toEqual({ core: 'landed', late: 'delivered', red: 'delivered' });
    for (const task of ['late', 'red'])
      expect((await fanin(repo.path, 'review', 'approve', task)).code).toBe(0);
    const status = await faninJson<Status>(repo.path, 'status');
    expect(status.run).toMatchObject({ end: 'landed', engine: false });
    // What an engine leaves that is killed when all has landed.
    const copy = join(
      dirname(repo.path),
      `${basename(repo.path)}.fanin`,
      `${status.run.id}.check-1`,
    );
    await repo.git('worktree', 'add', '-q', '--detach', copy);
    expect((await fanin(repo.path, 'run', '--resume')).code).toBe(0);
    expect(await repo.git('worktree', 'list', '--porcelain')).not.toContain('.check-');
    expect(existsSync(copy)).toBe(false);
    const events = (await fanin(repo.path, 'events', '--json')).out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number; type: string });
    expect(events[0]).toMatchObject({ seq: 1, type: 'run.started' });
    expect(events.at(-1)).toMatchObject({ type: 'run.ended' });
    expect((await fanin(repo.path, 'events')).out).toContain('red#2 landed');
    expect((await fanin(repo.path, 'status', '--all')).out).toContain('has landed');
  });

  it('starts nothing when something is wrong', async () => {
    expect(await fanin(repo.path, 'run', 'nope')).toMatchObject({ code: 2, out: '' });
    expect(await fanin(repo.path, 'run', '--agent', 'nobody')).toMatchObject({ code: 2, out: '' });
    expect(await fanin(repo.path, 'run', '--plan', 'x.yaml')).toMatchObject({ code: 2 });
    expect(await fanin(repo.path, 'run', '--plan', 'plan.yaml', '-p', 'x')).toMatchObject({
      code: 2,
    });
    await overwrite(
      repo,
      'fanin.config.yaml',
      'agents: { robot: { use: scripted, script: gone.json } }\ndefaults: { agent: robot }\n',
    );
    expect(await fanin(repo.path, 'run')).toMatchObject({ code: 2 });
    expect((await fanin(repo.path, 'run', '--dry-run')).out).toContain('Decision');
    expect(await fanin(repo.path, 'status')).toMatchObject({ code: 4 });
  });

  it(
    'carries out only the tasks that are named and what they need',
    { timeout: 30_000 },
    async () => {
      expect((await fanin(repo.path, 'run', 'la')).code).toBe(3);
      expect(await phases()).toEqual({ core: 'delivered', late: 'waiting' });
    },
  );
});

describe('a signal', () => {
  it('stops the agents and keeps what they did', { timeout: 60_000 }, async () => {
    const steps = { ...STEPS, core: [...writes('core'), { hang: true }] };
    await overwrite(repo, 'script.json', JSON.stringify({ tasks: steps, default: [] }));
    const child = spawn(process.execPath, ['-e', RUN_MAIN, 'run', 'core'], {
      cwd: repo.path,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (!out.includes('core#1 started') && (out + text).includes('core#1 started'))
        child.kill('SIGTERM');
      out += text;
    });
    const [code] = (await once(child, 'close')) as [number | null];
    expect(out).toContain('stopping, asked by');
    expect(code).toBe(130);
    expect(out).toContain('was stopped');
    expect((await faninJson<Status>(repo.path, 'status')).run).toMatchObject({
      end: 'stopped',
      engine: false,
    });
  });
});

/** The real entry, from source: Node 24 strips the types. */
const RUN_MAIN = `import(${JSON.stringify(join(import.meta.dirname, '../../src/cli/main.ts'))}).then(async ({ main }) => { process.exitCode = await main(process.argv.slice(1)); })`;
