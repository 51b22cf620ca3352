import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bootId, processAlive } from '../../../../src/adapters/process/proc.ts';
import { readClaim, readLease, readProcess } from '../../../../src/adapters/process/records.ts';
import type { SupervisedLaunch } from '../../../../src/ports/supervision.ts';
import { describeWith } from '../../../support/capabilities.ts';
import { eventually } from '../../../support/eventually.ts';
import { supervisedWorld } from '../supervised-world.ts';
import type { SupervisedWorld } from '../supervised-world.ts';

const MINUTE = 60_000;

const isNap = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'sleep';
  } catch {
    return false;
  }
};

describeWith(['proc'], 'an attempt on another host', () => {
  let world: SupervisedWorld;
  let bystander: ChildProcess;
  let folders: string[];
  beforeEach(() => {
    world = supervisedWorld();
    bystander = spawn('sleep', ['600'], { stdio: 'ignore' });
    folders = [];
  });
  afterEach(async () => {
    bystander.kill('SIGKILL');
    // Nobody here could end it.
    for (const folder of folders) rmSync(join(folder, 'claim.json'), { force: true });
    for (const folder of folders) rmSync(join(folder, 'process.json'), { force: true });
    await world.close();
  });

  /** Its records, as they lie in a folder that both hosts see; somebody has its pids here. */
  const elsewhere = (leaseUntil: number): SupervisedLaunch => {
    const launch = world.launch('r1-a-1');
    const pid = bystander.pid ?? expect.fail('no bystander');
    folders.push(launch.folder);
    const claim = { pid, startTime: '1', bootId: 'its own', place: 'another-host' };
    writeFileSync(join(launch.folder, 'claim.json'), JSON.stringify({ ...claim, leaseUntil }));
    const running = { supervisorPid: pid, pid, startTime: '1', startedAt: 5 };
    writeFileSync(join(launch.folder, 'process.json'), JSON.stringify(running));
    return launch;
  };

  it('is alive until its lease is over, whatever the processes here say', async () => {
    const launch = elsewhere(Date.now() + MINUTE);
    const { attempt, folder } = launch;
    expect(await world.supervision.probe(attempt, folder)).toMatchObject({ kind: 'alive' });
    expect(await world.supervision.start(launch)).toMatchObject({
      ok: true,
      value: { kind: 'alive' },
    });
    expect(world.text(launch, 'starts.txt')).toBe('');
  });

  it('is lost when its lease is over, and not before: its supervisor may have renewed it', async () => {
    const launch = elsewhere(Date.now() - 1);
    const { attempt, folder } = launch;
    writeFileSync(join(folder, 'lease'), `${Date.now() + MINUTE}\n`);
    expect(await world.supervision.probe(attempt, folder)).toMatchObject({ kind: 'alive' });
    writeFileSync(join(folder, 'lease'), `${Date.now() - 1}\n`);
    expect(await world.supervision.probe(attempt, folder)).toMatchObject({
      kind: 'exited',
      exit: { lost: true },
    });
  });

  it('is asked to stop by a word, and nobody here is signalled', async () => {
    const { attempt, folder } = elsewhere(Date.now() + MINUTE);
    await world.supervision.stop(attempt, folder, 'run-stopped');
    expect(readFileSync(join(folder, 'stop'), 'utf8')).toBe('run-stopped\n');
    expect(existsSync(join(folder, 'exit.json'))).toBe(false);
    const gone = once(bystander, 'exit');
    bystander.kill('SIGTERM');
    expect(await gone).toEqual([null, 'SIGTERM']);
  });
});

describeWith(['proc'], 'a supervisor that an engine elsewhere has to do with', () => {
  let world: SupervisedWorld;
  beforeEach(() => {
    world = supervisedWorld();
  });
  afterEach(() => world.close());

  const started = async (launch: SupervisedLaunch) => {
    const state = await world.supervision.start(launch);
    if (!state.ok) throw new Error(state.error.message);
    return readProcess(launch.folder) ?? expect.fail('no process');
  };

  it('says where it is, and until when it may write', async () => {
    const launch = world.launch('r1-a-1', { deadlineAt: Date.now() + MINUTE });
    await started(launch);
    expect(readClaim(launch.folder)).toMatchObject({ bootId: bootId() });
    const lease = readLease(launch.folder) ?? 0;
    expect(lease).toBeGreaterThan(launch.deadlineAt + launch.killAfterMs);
    expect(lease).toBeLessThan(launch.deadlineAt + 5 * MINUTE);
  });

  it('finds the word without a signal', async () => {
    const launch = world.launch('r1-a-1');
    await started(launch);
    writeFileSync(join(launch.folder, 'stop'), 'deadline\n');
    // It looks twice a minute: whenever its nap is over.
    await eventually('the stop', () => {
      const nap = world.supervising('r1-a-1').find(isNap);
      if (nap !== undefined) process.kill(nap, 'SIGKILL');
      return world.text(launch, 'exit.json').includes('"deadline"');
    });
  });

  it('ends its agent when it was given up, and leaves what was written of it', async () => {
    const launch = world.launch('r1-a-1');
    const { supervisorPid, pid } = await started(launch);
    const given = '{"code":null,"signal":null,"stopped":null,"lost":true,"at":7,"failure":null}\n';
    writeFileSync(join(launch.folder, 'exit.json'), given);
    process.kill(supervisorPid, 'SIGCONT');
    await eventually('the end of the agent', () => !processAlive(pid, ''));
    await eventually('the end of all', () => world.supervising('r1-a-1').length === 0);
    expect(world.text(launch, 'exit.json')).toBe(given);
  });
});
