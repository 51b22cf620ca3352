import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fanin, faninJson } from '../cli/fanin.ts';
import { robotRepo } from '../cli/robot-repo.ts';
import type { RobotOptions } from '../cli/robot-repo.ts';
import { describeWith } from '../support/capabilities.ts';
import { eventually } from '../support/eventually.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { liveCli } from '../support/live-cli.ts';
import type { Seen, SeenAttempt } from '../support/live-cli.ts';
import { killProcessesOf, lastingProcesses } from '../support/processes.ts';

// What users of such tools have reported about idle, exited, done and accepted; engines and agents that die at every
// moment are in test/e2e/kill*.test.ts, and a host that sleeps in test/engine/host-sleep.test.ts.
// Engines in processes of their own, and many looks at them.
vi.setConfig({ testTimeout: 60_000 });

let repo: TempRepo;
afterEach(async () => {
  killProcessesOf(repo.base);
  await lastingProcesses(repo.base);
  await repo.remove();
});

const scene = async (options: RobotOptions) => {
  repo = await robotRepo(options);
  return liveCli(repo);
};
const task = (name: string, more = ''): string =>
  `  ${name}: { prompt: ${name}, writes: [${name}.txt], size: 10m${more} }\n`;
const plan = (...tasks: readonly string[]): string =>
  `goal: Try\nconcurrency: on\ntasks:\n${tasks.join('')}`;
const write = (name: string): object => ({ write: { path: `${name}.txt`, text: `${name}\n` } });
const isRunning = ({ phase, pid }: SeenAttempt): boolean => phase === 'running' && pid !== null;
const isAlive = (pid: number | null): boolean => pid !== null && existsSync(`/proc/${pid}/cwd`);

describeWith(['git', 'proc'], 'the state of an agent, as users have seen it', () => {
  it('a worker was ended before it had pushed, and its commits went with it', async () => {
    const steps = { a: [write('a'), { commit: 'Half of it' }, { hang: true }] };
    const cli = await scene({ plan: plan(task('a')), steps });
    const engine = cli.engine('run');
    const running = await cli.attempt('a', isRunning);
    const branch = `${running.workspace}`;
    await eventually(
      'its commit',
      async () => (await repo.gitIn(branch, 'log', '--format=%s', '-1')) === 'Half of it',
    );
    await cli.type('stop', 'a');
    await engine.ended;
    const { attempts, run } = await cli.seen();
    expect(attempts).toMatchObject([{ outcome: 'salvaged' }]);
    expect((await cli.type('clean')).exit).toBe(0);
    const held = `refs/fanin/${run.id}/harvest/a/1`;
    expect(await repo.git('log', '-1', '--format=%s', held)).toBe('Half of it');
  });

  it('the supervisor was restarted and did without the agent: a zombie, said to be idle', async () => {
    const cli = await scene({
      plan: plan(task('a')),
      steps: { 'a#1': [write('a'), { hang: true }], a: [write('a')] },
    });
    const engine = cli.engine('run');
    const { pid, workspace } = await cli.attempt('a', isRunning);
    await eventually('its file', () => existsSync(`${workspace}/a.txt`));
    await engine.kill();
    if (pid !== null) process.kill(pid, 'SIGKILL');
    await eventually('its end', () => !isAlive(pid));
    // The task is made again beside what the dead one left, which is taken in.
    expect(await cli.engine('run', '--resume').ended).toBe(0);
    expect((await cli.seen()).attempts).toMatchObject([
      { n: 1, phase: 'ended', outcome: 'salvaged', pid: null },
      { n: 2, outcome: 'delivered' },
    ]);
  });

  it('after a reboot sessions that were dead stayed live, and could not be removed', async () => {
    const cli = await scene({
      plan: plan(task('a')),
      steps: { 'a#1': [write('a'), { hang: true }], a: [write('a')] },
    });
    const engine = cli.engine('run');
    const { workspace } = await cli.attempt('a', isRunning);
    await eventually('its file', () => existsSync(`${workspace}/a.txt`));
    // Nothing survives a reboot: not the engine, not the supervisor, not the agent.
    await engine.kill();
    killProcessesOf(repo.base);
    expect(await lastingProcesses(repo.base)).toEqual([]);
    expect((await cli.type('run', '--resume')).exit).toBe(0);
    const { attempts, tasks } = await cli.seen();
    expect(attempts.map(({ phase }) => phase)).not.toContain('running');
    expect(tasks).toMatchObject([{ phase: 'landed' }]);
    expect((await cli.type('clean')).exit).toBe(0);
    expect(existsSync(`${workspace}`)).toBe(false);
  });

  it('contact with an agent was lost, and a second one was put to the same files', async () => {
    const cli = await scene({
      plan: plan(task('a')),
      steps: { a: [{ waitFor: 'on' }, write('a')] },
    });
    const engine = cli.engine('run');
    const first = await cli.attempt('a', isRunning);
    await engine.kill();
    const again = cli.engine('run', '--resume');
    cli.go(first, 'on');
    expect(await again.ended).toBe(0);
    expect((await cli.seen()).attempts).toMatchObject([{ n: 1, pid: null, outcome: 'delivered' }]);
  });

  it('work that was finished while nobody looked stayed an open ticket', async () => {
    const cli = await scene({
      plan: plan(task('a')),
      steps: { a: [{ waitFor: 'on' }, write('a')] },
    });
    const engine = cli.engine('run');
    const first = await cli.attempt('a', isRunning);
    await engine.kill();
    cli.go(first, 'on');
    // It ends with no engine there to hand its work to.
    await eventually('its end', () => !isAlive(first.pid));
    expect(await cli.engine('run', '--resume').ended).toBe(0);
    const { attempts, tasks } = await cli.seen();
    expect([attempts.length, tasks[0]?.phase]).toEqual([1, 'landed']);
  });

  it('two instances on one machine shared branches and names, and each started what the other had', async () => {
    const cli = await scene({
      plan: plan(task('a')),
      steps: { a: [{ waitFor: 'on' }, write('a')] },
    });
    const engine = cli.engine('run');
    const first = await cli.attempt('a', isRunning);
    const second = await cli.type('run');
    expect([second.exit, second.stderr]).toEqual([4, expect.stringContaining('engine-running')]);
    expect((await cli.seen()).attempts).toHaveLength(1);
    cli.go(first, 'on');
    expect(await engine.ended).toBe(0);
  });
});

describe('what becomes of an agent’s end, as users have seen it', () => {
  const seen = (): Promise<Seen> => faninJson<Seen>(repo.path, 'status');
  const type = async (...args: readonly string[]): Promise<number> =>
    (await fanin(repo.path, ...args)).code;

  it('an agent whose turn had ended, or whose process had, counted as one that was done', async () => {
    const steps = { idle: [{ say: 'Shall I go on?' }], late: [write('late')] };
    await scene({ plan: plan(task('idle'), task('late', ', needs: [idle]')), steps });
    expect(await type('run')).toBe(1);
    const { tasks, attempts } = await seen();
    expect(attempts.map(({ task: of, outcome }) => `${of} ${outcome}`)).toEqual(['idle empty']);
    expect(tasks.map(({ phase }) => phase)).toEqual(['failed', 'waiting']);
  });

  it('workers were marked done that had neither committed nor pushed, and were mended by hand', async () => {
    await scene({ plan: plan(task('a')), steps: { a: [write('a')] } });
    expect(await type('run')).toBe(0);
    const { run } = await seen();
    expect(await repo.git('show', `${run.targetRef}:a.txt`)).toBe('a');
  });

  it('two claimed the same work at once, since it was left to the model to look', async () => {
    const same = '  b: { prompt: b, writes: [a.txt], size: 10m }\n';
    const steps = { a: [write('a')], b: [{ write: { path: 'a.txt', text: 'of b\n' } }] };
    await scene({ plan: plan(task('a'), same), steps });
    expect(await type('run')).toBe(0);
    const { attempts } = await seen();
    const [one, two] = attempts.toSorted((x, y) => (x.startedAt ?? 0) - (y.startedAt ?? 0));
    expect(attempts).toHaveLength(2);
    expect(two?.startedAt).toBeGreaterThanOrEqual(one?.endedAt ?? Infinity);
  });

  it('nothing came of an agent, and the orchestrator went round until its limit', async () => {
    await scene({ plan: plan(task('a')), steps: { a: [{ crash: 1 }] } });
    expect(await type('run')).toBe(1);
    const { length } = (await seen()).attempts;
    expect(length).toBeLessThanOrEqual(2);
    await type('run', '--resume');
    expect((await seen()).attempts).toHaveLength(length);
  });

  it('maintenance lost a commit that waited to be approved', async () => {
    await scene({ review: 'human', plan: plan(task('a')), steps: { a: [write('a')] } });
    expect(await type('run')).toBe(3);
    expect(await type('clean', '--all')).toBe(0);
    expect((await seen()).attempts).toMatchObject([{ removed: true }]);
    await repo.git('worktree', 'prune', '--expire=now');
    await repo.git('gc', '-q', '--prune=now');
    expect(await type('review', 'approve', 'a')).toBe(0);
    const { run } = await seen();
    expect(await repo.git('show', `${run.targetRef}:a.txt`)).toBe('a');
  });
});
