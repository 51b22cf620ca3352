import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signalProcess } from '../../../../src/adapters/process/proc.ts';
import { FILES, readProcess } from '../../../../src/adapters/process/records.ts';
import type { SupervisedLaunch, SupervisionState } from '../../../../src/ports/supervision.ts';
import { describeWith } from '../../../support/capabilities.ts';
import { eventually } from '../../../support/eventually.ts';
import { supervisedWorld } from '../supervised-world.ts';
import type { SupervisedWorld } from '../supervised-world.ts';

describeWith(['proc'], 'supervisors that are asked to stop', () => {
  let world: SupervisedWorld;
  beforeEach(() => {
    world = supervisedWorld();
  });
  afterEach(() => world.close());

  const exitOf = ({ attempt, folder }: SupervisedLaunch) =>
    new Promise<SupervisionState & { kind: 'exited' }>((resolve) => {
      world.supervision.watch(attempt, folder, resolve);
    });
  const started = async (launch: SupervisedLaunch) => {
    const state = await world.supervision.start(launch);
    if (!state.ok) throw new Error(state.error.message);
  };

  it('kill an agent that ignores the polite signal', async () => {
    const launch = world.script(
      'r1-a-1',
      `trap '' TERM; echo > ready.txt; while :; do sleep 600; done`,
      {
        killAfterMs: 400,
      },
    );
    await started(launch);
    await eventually('the trap', () => existsSync(join(launch.folder, 'ready.txt')));
    const exit = exitOf(launch);
    await world.supervision.stop('r1-a-1', launch.folder, 'person');
    await world.supervision.stop('r1-a-1', launch.folder, 'run-stopped');
    expect((await exit).exit).toEqual({
      code: null,
      signal: 'SIGKILL',
      lost: false,
      stopped: 'person',
    });
    expect(world.tagged('r1-a-1')).toEqual([]);
  });

  it('give those whom the leader leaves behind their polite time', async () => {
    const child = `trap 'echo > saved.txt; exit' TERM; echo > ready.txt; while :; do sleep 0.1; done`;
    const launch = world.script('r1-a-1', `sh -c "${child}" & wait`);
    await started(launch);
    await eventually('the trap', () => existsSync(join(launch.folder, 'ready.txt')));
    const exit = exitOf(launch);
    await world.supervision.stop('r1-a-1', launch.folder, 'person');
    await exit;
    expect(existsSync(join(launch.folder, 'saved.txt'))).toBe(true);
  });

  it('end what clears its environment and leaves its session, where the agent has a cgroup', async () => {
    const escape = `env -i setsid sh -c 'echo $$ > pid.txt; exec sleep 600' & `;
    const launch = world.script(
      'r1-a-1',
      `${escape} while [ ! -s pid.txt ] || [ ! -e go.txt ]; do sleep 0.01; done`,
      { keepOpen: false },
    );
    await started(launch);
    const named = join(launch.folder, FILES.group);
    const group = existsSync(named) ? readFileSync(named, 'utf8').trim() : null;
    writeFileSync(join(launch.folder, 'go.txt'), '');
    await exitOf(launch);
    const pid = Number(readFileSync(join(launch.folder, 'pid.txt'), 'utf8'));
    try {
      if (group !== null) {
        await eventually('it to end', () => !signalProcess(pid, 0));
        await eventually('the cgroup to be gone', () => !existsSync(group));
      } else expect(signalProcess(pid, 0)).toBe(true);
    } finally {
      signalProcess(pid, 'SIGKILL');
    }
  });

  it('stop the agent even when somebody has halted them', async () => {
    const launch = world.launch('r1-a-1');
    await started(launch);
    const exit = exitOf(launch);
    process.kill(readProcess(launch.folder)?.supervisorPid ?? 0, 'SIGSTOP');
    await world.supervision.stop('r1-a-1', launch.folder, 'run-stopped');
    expect((await exit).exit).toMatchObject({ lost: false, stopped: 'run-stopped' });
    expect(world.tagged('r1-a-1')).toEqual([]);
  });

  it('are asked to stop by a plain SIGTERM too', async () => {
    const launch = world.launch('r1-a-1');
    await started(launch);
    const exit = exitOf(launch);
    process.kill(readProcess(launch.folder)?.supervisorPid ?? 0, 'SIGTERM');
    expect((await exit).exit).toMatchObject({ lost: false, stopped: 'person' });
  });
});
