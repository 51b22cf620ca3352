import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDetachedStarter } from '../../../src/adapters/process/detached-starter.ts';
import { processAlive } from '../../../src/adapters/process/proc.ts';
import { readExit, readProcess } from '../../../src/adapters/process/records.ts';
import { startSupervisor } from '../../../src/adapters/process/supervisor/launch.ts';
import { supervisorTag } from '../../../src/adapters/process/supervisor/own-tag.ts';
import { taggedProcesses } from '../../../src/adapters/process/sweep.ts';
import type { SupervisedLaunch, SupervisionState } from '../../../src/ports/supervision.ts';
import { supervisionContract } from '../../contract/supervision.ts';
import { describeWith } from '../../support/capabilities.ts';
import { eventually } from '../../support/eventually.ts';
import { supervisedWorld } from './supervised-world.ts';
import type { SupervisedWorld } from './supervised-world.ts';

const ENGINE = join(import.meta.dirname, 'engine-process.ts');
const MIB = 1024 * 1024;
const isParent = (parent: number, pid: number): boolean =>
  readFileSync(`/proc/${pid}/status`, 'utf8').includes(`\nPPid:\t${parent}\n`);

supervisionContract('real processes', () => supervisedWorld());
supervisionContract('real processes in an awkward and long folder', () =>
  supervisedWorld(`it's a "håndfull" of spaces; $HOME \\ ${'long '.repeat(20)}`),
);

describeWith(['proc'], 'supervisors', () => {
  let world: SupervisedWorld;
  const engines: ChildProcess[] = [];
  beforeEach(() => {
    world = supervisedWorld();
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) engine.kill('SIGKILL');
    await world.close();
  });

  const startElsewhere = async (launch: SupervisedLaunch) => {
    const engine = spawn(process.execPath, [ENGINE, world.stateFolder, JSON.stringify(launch)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    engines.push(engine);
    const [line] = await new Promise<string[]>((resolve) => {
      createInterface({ input: engine.stdout }).once('line', (first) => resolve([first]));
    });
    return { engine, state: JSON.parse(line ?? '') as { ok: true; value: SupervisionState } };
  };
  const kill = (engine: ChildProcess) =>
    new Promise((resolve) => {
      engine.once('exit', resolve);
      engine.kill('SIGKILL');
    });
  const exitOf = ({ attempt, folder }: SupervisedLaunch) =>
    new Promise<SupervisionState & { kind: 'exited' }>((resolve) => {
      world.supervision.watch(attempt, folder, resolve);
    });
  const started = async (launch: SupervisedLaunch) => {
    const state = await world.supervision.start(launch);
    if (!state.ok) throw new Error(state.error.message);
  };

  it('outlive the engine, and a fresh one adopts their agents', async () => {
    const launch = world.launch('r1-a-1');
    const { engine, state } = await startElsewhere(launch);
    await kill(engine);
    expect(await world.supervision.probe('r1-a-1', launch.folder)).toEqual(state.value);
    expect(await world.supervision.start(launch)).toEqual(state);
    const exit = exitOf(launch);
    await world.end(launch, 5);
    expect((await exit).exit.code).toBe(5);
    expect(await world.starts(launch)).toBe(1);
  });

  it('start one agent when several engines start it at the same time', async () => {
    const launch = world.launch('r1-a-1');
    const [first, second, third] = await Promise.all([
      startElsewhere(launch),
      startElsewhere(launch),
      world.supervision.start(launch),
    ]);
    expect(first.state).toEqual(third);
    expect(second.state).toEqual(third);
    expect(await world.starts(launch)).toBe(1);
  });

  it('leave alone what another one has claimed', async () => {
    const launch = world.launch('r1-a-1');
    await started(launch);
    const command = {
      argv: ['sh', '-c', 'echo started >> starts.txt'],
      cwd: launch.folder,
      env: {},
    };
    const env = { PATH: process.env['PATH'] ?? '' };
    const starter = createDetachedStarter(env);
    const deps = { stateFolder: world.stateFolder, env, tag: 'other/tag', starter };
    await startSupervisor({ ...launch, command }, env, deps);
    await eventually('its end', () => taggedProcesses(supervisorTag('other/tag')).length === 0);
    expect(await world.starts(launch)).toBe(1);
    expect(await world.supervision.probe('r1-a-1', launch.folder)).toMatchObject({ kind: 'alive' });
  });

  it('are given up, with their log, when they end without a sign of life', async () => {
    const mute = supervisedWorld('', ['/bin/sh', '-c', 'echo "out of order" >&2', 'sh']);
    const launch = mute.launch('r1-a-1');
    const failed = await mute.supervision.start(launch);
    expect(failed).toMatchObject({ ok: false, error: { code: 'supervisor-failed' } });
    expect(mute.text(launch, 'supervisor.log')).toBe('out of order\n');
    expect(await mute.supervision.probe('r1-a-1', launch.folder)).toEqual({ kind: 'absent' });
    await mute.close();
  });

  it('keep no keys on the disk', async () => {
    const launch = world.launch('r1-a-1');
    const command = { ...launch.command, env: { API_KEY: 'not-a-real-key' } };
    await started({ ...launch, command });
    for (const name of readdirSync(launch.folder)) {
      if (statSync(join(launch.folder, name)).isFIFO()) continue;
      expect(world.text(launch, name)).not.toContain('not-a-real-key');
    }
  });

  it('let nobody else in', async () => {
    const launch = world.launch('r1-a-1', { stdin: 'the brief\n' });
    await started(launch);
    const exit = exitOf(launch);
    const names = ['input', 'stdin.txt', 'output.log', 'errors.log'];
    for (const name of names) expect(statSync(join(launch.folder, name)).mode & 0o077).toBe(0);
    await world.end(launch, 0);
    await exit;
    expect(statSync(join(launch.folder, 'exit.json')).mode & 0o077).toBe(0);
  });

  it('leave the records and the outputs behind, and no process', async () => {
    const launch = world.launch('r1-a-1', { stdin: 'the brief\n' });
    await started(launch);
    expect(world.supervising('r1-a-1').length).toBeGreaterThan(1);
    const exit = exitOf(launch);
    await world.end(launch, 0);
    await exit;
    await eventually('the supervisor to end', () => world.supervising('r1-a-1').length === 0);
    expect(readdirSync(launch.folder).toSorted()).toEqual([
      'claim.json',
      'errors.log',
      'exit.json',
      'output.log',
      'process.json',
      'received.txt',
      'starts.txt',
      'supervisor.log',
    ]);
    expect(world.text(launch, 'supervisor.log')).toBe('');
  });

  it('stop an agent at its deadline with no engine alive', async () => {
    const launch = world.launch('r1-a-1', { deadlineAt: Date.now() + 2_500 });
    const { engine } = await startElsewhere(launch);
    await kill(engine);
    const exit = await eventually('the exit record', () => readExit(launch.folder));
    expect(exit).toMatchObject({ stopped: 'deadline', signal: 'SIGTERM', lost: false });
    expect(exit.at).toBeGreaterThanOrEqual(launch.deadlineAt);
  });

  it('end what has left the group and the session, before they say that the agent is gone', async () => {
    const launch = world.script(
      'r1-a-1',
      `setsid sleep 600 & (setsid sh -c 'sleep 600 & sleep 600' &) ; sleep 600 & echo > ready.txt; read -r _; exit 4`,
    );
    await started(launch);
    await eventually('the escapees', () => world.tagged('r1-a-1').length >= 6);
    const exit = exitOf(launch);
    await world.supervision.send('r1-a-1', launch.folder, 'go\n');
    expect((await exit).exit.code).toBe(4);
    expect(world.tagged('r1-a-1')).toEqual([]);
  });

  it('are survived by nothing when they are killed', async () => {
    const launch = world.script('r1-a-1', `setsid sleep 600 & sleep 600 & wait`);
    await started(launch);
    await eventually('the agent and its children', () => world.tagged('r1-a-1').length >= 3);
    const exit = exitOf(launch);
    await world.killSupervisor(launch);
    expect((await exit).exit.lost).toBe(true);
    expect(world.tagged('r1-a-1')).toEqual([]);
    expect(world.supervising('r1-a-1')).toEqual([]);
  });

  it('end the agent when the half that started it is killed', async () => {
    const launch = world.launch('r1-a-1');
    await started(launch);
    const { supervisorPid, pid } = readProcess(launch.folder) ?? expect.fail();
    const exit = exitOf(launch);
    const parent = world
      .supervising('r1-a-1')
      .find((each) => each !== supervisorPid && isParent(each, pid));
    process.kill(parent ?? expect.fail(), 'SIGKILL');
    await eventually('its end', () => !processAlive(parent ?? 0, ''));
    // Else it looks only every half minute.
    process.kill(supervisorPid, 'SIGCONT');
    expect((await exit).exit).toEqual({ code: null, signal: null, lost: true, stopped: null });
    expect(world.tagged('r1-a-1')).toEqual([]);
    // Killed, it runs no more and has no environment; until the kernel has taken it down it is no zombie yet.
    await eventually('the kernel to be done with it', () => !processAlive(pid, ''));
  });

  it('find the claim of one that died before its agent started, and start nothing', async () => {
    const launch = world.launch('r1-a-1');
    const claim = { pid: 999_999, startTime: '1', bootId: 'another boot' };
    writeFileSync(join(launch.folder, 'claim.json'), JSON.stringify(claim));
    expect(await world.supervision.start(launch)).toMatchObject({
      ok: true,
      value: { kind: 'exited', process: null, exit: { lost: true } },
    });
    expect(world.text(launch, 'starts.txt')).toBe('');
  });

  it('stay until the exit record can be written', async () => {
    const launch = world.launch('r1-a-1');
    await started(launch);
    const { pid, startTime } = readProcess(launch.folder) ?? expect.fail();
    const inTheWay = join(launch.folder, 'exit.json');
    mkdirSync(inTheWay);
    await world.end(launch, 6);
    await eventually('the agent to end', () => !processAlive(pid, startTime));
    await eventually('its tag to be gone', () => world.tagged('r1-a-1').length === 0);
    expect(readExit(launch.folder)).toBeNull();
    rmdirSync(inTheWay);
    expect(await eventually('the exit record', () => readExit(launch.folder))).toMatchObject({
      code: 6,
      lost: false,
    });
  });

  it('neither hold nor wait for 300 MB of output without an end of line', async () => {
    const launch = world.script(
      'r1-a-1',
      `head -c 300000000 /dev/zero; echo > ready.txt; read -r _`,
    );
    await started(launch);
    await eventually('the output', () => existsSync(join(launch.folder, 'ready.txt')));
    const { supervisorPid } = readProcess(launch.folder) ?? expect.fail();
    const status = readFileSync(`/proc/${supervisorPid}/status`, 'utf8');
    const peakKib = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]);
    expect(peakKib).toBeGreaterThan(0);
    expect(peakKib * 1024).toBeLessThan(120 * MIB);
    expect(statSync(join(launch.folder, 'output.log')).size).toBe(300_000_000);
    const exit = exitOf(launch);
    await world.supervision.send('r1-a-1', launch.folder, 'go\n');
    await exit;
  });

  it('report a program that may not be started, and a folder that is not there', async () => {
    const launch = world.launch('r1-a-1');
    const plain = join(launch.folder, 'plain');
    writeFileSync(plain, 'text');
    const refused = await world.supervision.start({
      ...launch,
      command: { ...launch.command, argv: [plain] },
    });
    expect(refused).toMatchObject({ ok: false, error: { code: 'agent-not-executable' } });
    const nowhere = world.launch('r1-b-1');
    const lost = await world.supervision.start({
      ...nowhere,
      command: { ...nowhere.command, cwd: join(launch.folder, 'nowhere') },
    });
    expect(lost).toMatchObject({ ok: false, error: { code: 'agent-not-found' } });
    expect(lost.ok ? '' : lost.error.message).toContain('nowhere is not there');
    const long = world.launch('r1-c-1');
    const command = { ...long.command, argv: ['echo', 'x'.repeat(4 * MIB)] };
    const tooLong = await world.supervision.start({ ...long, command });
    expect(tooLong).toMatchObject({ ok: false, error: { code: 'agent-not-executable' } });
  });
});
