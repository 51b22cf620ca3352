import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptedAgent } from '../../../../src/adapters/agents/scripted/agent.ts';
import type { Script, Step } from '../../../../src/adapters/agents/scripted/script.ts';
import { signalProcess } from '../../../../src/adapters/process/proc.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';
import { agentContract, launchRequest } from '../../../contract/agent.ts';
import { eventually } from '../../../support/eventually.ts';
import { openSteering } from '../../../support/steer-agent.ts';
import type { Steering } from '../../../support/steer-agent.ts';

const agent = scriptedAgent({ node: process.execPath });
const spec = { name: 's', use: 'scripted', script: '/a/script.json', args: [], env: {} };

agentContract('scripted', () => ({ agent, spec }));

/** One run of the agent, as a supervisor would have it. */
interface Ran {
  readonly child: ChildProcessWithoutNullStreams;
  /** Settles at the end with everything it said. */
  readonly ended: Promise<{ code: number | null; signal: string | null; facts: AgentFact[] }>;
}

describe('the scripted agent', () => {
  let folder: string;
  let workspace: string;
  let steering: Steering;
  const children: ChildProcessWithoutNullStreams[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'scripted-'));
    workspace = join(folder, 'work');
    mkdirSync(workspace);
    steering = await openSteering();
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await steering.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (script: Script, env: Readonly<Record<string, string>> = {}, n = 1): Ran => {
    const file = join(folder, 'script.json');
    writeFileSync(file, JSON.stringify(script));
    const handoffFile = join(folder, 'handoff.json');
    const request = { workspace, folder, scratch: folder, handoffFile, n, attempt: `r1-core-${n}` };
    const launch = agent.launch(launchRequest({ ...spec, script: file, env }, request));
    if (!launch.ok) throw new Error(launch.error.message);
    const [program = '', ...args] = launch.value.argv;
    const child = spawn(program, args, {
      cwd: workspace,
      env: { ...process.env, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...launch.value.env },
    });
    children.push(child);
    child.stdin.write(launch.value.stdin);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise<Awaited<Ran['ended']>>((resolve) => {
      child.once('close', (code, signal) => {
        const decoder = agent.decoder();
        const lines = Buffer.concat(chunks).toString().split('\n');
        resolve({ code, signal, facts: lines.flatMap((line) => [...decoder.feed(line)]) });
      });
    });
    return { child, ended };
  };
  const doing = (...steps: readonly Step[]): Ran => start({ tasks: { core: steps } });
  const text = (name: string): string => readFileSync(join(workspace, name), 'utf8');
  const handoff = (): unknown => JSON.parse(readFileSync(join(folder, 'handoff.json'), 'utf8'));

  it('changes files', async () => {
    writeFileSync(join(workspace, 'old.txt'), 'old');
    const { ended } = doing(
      { write: { path: 'src/a.txt', text: 'one two' } },
      { edit: { path: 'src/a.txt', find: 'two', replace: '$& three' } },
      { append: { path: 'src/a.txt', text: ' four\n' } },
      { delete: 'old.txt' },
    );
    expect((await ended).code).toBe(0);
    expect(text('src/a.txt')).toBe('one $& three four\n');
    expect(existsSync(join(workspace, 'old.txt'))).toBe(false);
  });

  it('acknowledges what has reached the disk', async () => {
    const append = (mark: string): Step => ({
      append: { path: 'log.txt', text: `${mark}\n`, ack: true },
    });
    await doing(append('m1'), append('m2')).ended;
    expect(text('log.txt')).toBe('m1\nm2\n');
    expect(readFileSync(join(folder, 'acks.log'), 'utf8')).toBe('m1\nm2\n');
  });

  it('tells what it does, uses and claims', async () => {
    const { ended } = doing(
      { say: 'starting' },
      { tool: 'Edit a.txt' },
      { run: 'echo x; exit 3' },
      { usage: { input: 10, output: 5 } },
      { usage: { output: 7, cacheRead: 2 } },
      { claim: 'all done' },
      { skipped: { check: 'lint', reason: 'not there' } },
      { risk: 'untested on Mondays' },
    );
    const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 5 };
    expect((await ended).facts).toEqual([
      { kind: 'identity', version: '1', model: 'scripted', session: 'r1-core-1' },
      { kind: 'said', text: 'starting' },
      { kind: 'tool', text: 'Edit a.txt' },
      { kind: 'command', argv: 'echo x; exit 3', exit: 3 },
      { kind: 'usage', usage },
      { kind: 'usage', usage: { ...usage, output: 12, cacheRead: 2 } },
      { kind: 'result', text: 'all done', failed: false, costUsd: null },
    ]);
    expect(handoff()).toEqual({
      claims: ['all done'],
      skipped: [{ check: 'lint', reason: 'not there' }],
      risks: ['untested on Mondays'],
    });
  });

  it('commits as itself', async () => {
    execFileSync('git', ['init', '-q', workspace], { env: { ...process.env, HOME: folder } });
    await doing({ write: { path: 'a.txt', text: 'a' } }, { commit: 'add a' }).ended;
    const log = execFileSync('git', ['-C', workspace, 'log', '--format=%an|%s'], {
      env: { ...process.env, HOME: folder },
    });
    expect(log.toString()).toBe('Scripted Agent|add a\n');
  });

  it('takes the steps of the attempt before those of the task', async () => {
    const tasks = { core: [{ say: 'first' }], 'core#2': [{ say: 'again' }] };
    expect((await start({ tasks }, {}, 2).ended).facts).toContainEqual({
      kind: 'said',
      text: 'again',
    });
    expect((await start({ tasks }, {}, 1).ended).facts).toContainEqual({
      kind: 'said',
      text: 'first',
    });
    const other = start({ tasks: {}, default: [{ say: 'any' }] });
    expect((await other.ended).facts).toContainEqual({ kind: 'said', text: 'any' });
    expect((await start({ tasks: {} }).ended).code).toBe(64);
  });

  it('crashes without handing in', async () => {
    const { code } = await doing({ claim: 'done' }, { crash: 7 }).ended;
    expect(code).toBe(7);
    expect(existsSync(join(folder, 'handoff.json'))).toBe(false);
  });

  it('says what it could not do', async () => {
    const { code, facts } = await doing({ delete: 'nothing' }).ended;
    expect(code).toBe(65);
    expect(facts).toContainEqual(expect.objectContaining({ kind: 'result', failed: true }));
  });

  it('wraps up when it is told to, handing in what it has', async () => {
    const { child, ended } = doing(
      { claim: 'half' },
      { say: 'x' },
      { hang: true },
      { claim: 'never' },
    );
    child.stdin.write(agent.input({ kind: 'message', id: 'wrap-up', text: 'wrap up' }) ?? '');
    expect((await ended).code).toBe(0);
    expect(handoff()).toMatchObject({ claims: ['half'] });
  });

  it('goes on when it ignores messages and signals', async () => {
    const deaf: readonly Step[] = [{ ignoreMessages: true }, { ignoreSigterm: true }];
    const core = [...deaf, { waitFor: 'end' }, { claim: 'done' }];
    const { child, ended } = start({ tasks: { core } }, steering.env);
    const steered = await steering.next();
    await steered.waiting('end');
    const message = steered.message();
    child.stdin.write(agent.input({ kind: 'message', id: 'wrap-up', text: 'wrap up' }) ?? '');
    expect(await message).toBe('wrap up');
    child.kill('SIGTERM');
    steered.go('end');
    expect((await ended).code).toBe(0);
    expect(handoff()).toMatchObject({ claims: ['done'] });
  });

  it('ends by a signal when it does not ignore it', async () => {
    const { child, ended } = start({ tasks: { core: [{ waitFor: 'end' }] } }, steering.env);
    await (await steering.next()).waiting('end');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: null, signal: 'SIGTERM' });
  });

  it('waits for a file as well', async () => {
    const { ended } = doing({ waitFor: 'here' }, { claim: 'went on' });
    writeFileSync(join(folder, 'go-here'), '');
    expect((await ended).code).toBe(0);
  });

  it('leaves processes behind when it is told to', async () => {
    await doing({ detach: 'echo $$ > pid.txt; exec sleep 600' }).ended;
    // The file is there before what is written to it.
    const line = await eventually('the detached process', () =>
      existsSync(join(workspace, 'pid.txt')) && text('pid.txt').endsWith('\n')
        ? text('pid.txt')
        : null,
    );
    const pid = Number(line);
    expect(signalProcess(pid, 0)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });

  it('floods its output without an end of line', async () => {
    const { ended } = doing({ output: { bytes: 3_000_000 } });
    const { code, facts } = await ended;
    expect(code).toBe(0);
    expect(facts.at(-1)).toEqual({ kind: 'unknown', what: 'text' });
  });

  it('does what a test tells it, step by step', async () => {
    const { child, ended } = start({ tasks: {} }, steering.env);
    const steered = await steering.next('core');
    expect(steered).toMatchObject({ attempt: 'r1-core-1', task: 'core', n: 1, pid: child.pid });
    await steered.step({ write: { path: 'a.txt', text: 'a' } });
    expect(text('a.txt')).toBe('a');
    await steered.step({ claim: 'by hand' });
    await steered.exit(3);
    expect((await ended).code).toBe(3);
    expect(handoff()).toMatchObject({ claims: ['by hand'] });
    await expect(steered.step({ say: 'late' })).rejects.toThrow('went away');
  });

  it('does not outlive the test that steers it', async () => {
    const { ended } = start({ tasks: {} }, steering.env);
    await steering.next();
    await steering.close();
    expect((await ended).code).toBe(70);
  });

  it('needs a script', async () => {
    const without = { name: 's', use: 'scripted', args: [], env: {} };
    const missing = { ok: false, error: { code: 'agent-script-missing' } };
    expect(await agent.detect(without)).toMatchObject(missing);
    expect(await agent.detect(spec)).toMatchObject(missing);
    expect(agent.launch(launchRequest(without))).toMatchObject(missing);
    const script = join(folder, 'there.json');
    writeFileSync(script, '{}');
    expect(await agent.detect({ ...spec, script })).toMatchObject({
      ok: true,
      value: { version: '1' },
    });
  });
});
