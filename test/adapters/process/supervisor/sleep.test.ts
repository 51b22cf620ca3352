import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readProcess } from '../../../../src/adapters/process/records.ts';
import type { SupervisedLaunch } from '../../../../src/ports/supervision.ts';
import { describeWith } from '../../../support/capabilities.ts';
import { eventually } from '../../../support/eventually.ts';
import { supervisedWorld } from '../supervised-world.ts';
import type { SupervisedWorld } from '../supervised-world.ts';

/** A time of day that is ahead by what lies in the attempt's folder, and a line for each look at it. */
const OTHER_CLOCK = `date() {
  ahead=$(cat ahead.txt 2>/dev/null)
  echo look >>looks.txt
  echo $(($(command date +%s%3N) + \${ahead:-0}))
}
script=$1
shift
. "$script"
`;
const HOUR_MS = 3_600_000;

describeWith(['proc'], 'supervisors whose host sleeps', () => {
  let folder: string;
  let world: SupervisedWorld;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sup-clock-'));
    writeFileSync(join(folder, 'clock.sh'), OTHER_CLOCK);
    world = supervisedWorld('', ['/bin/sh', join(folder, 'clock.sh')]);
  });
  afterEach(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const looks = (launch: SupervisedLaunch): number =>
    world.text(launch, 'looks.txt').split('\n').length;

  const ended = (launch: SupervisedLaunch): boolean =>
    world.text(launch, 'exit.json').endsWith('}\n');

  /** The time of day goes on by so much at once, and the supervisor is woken. */
  const jump = async (launch: SupervisedLaunch, ms: number): Promise<void> => {
    const before = looks(launch);
    const ahead = Number(world.text(launch, 'ahead.txt')) + ms;
    writeFileSync(join(launch.folder, 'ahead.txt'), String(ahead));
    await eventually('a look at the clock', () => {
      if (looks(launch) > before || ended(launch)) return true;
      // One that comes between two naps wakes nobody.
      process.kill(readProcess(launch.folder)?.supervisorPid ?? 0, 'SIGCONT');
      return false;
    });
  };

  it('give their agent the time back, and stop it when that is over', async () => {
    // A nap is half a minute at most: the deadline lies beyond it.
    const launch = world.launch('r1-a-1', { deadlineAt: Date.now() + 50_000 });
    const started = await world.supervision.start(launch);
    if (!started.ok) throw new Error(started.error.message);
    await jump(launch, HOUR_MS);
    // Another look: what the first one led to has been done.
    await jump(launch, 0);
    expect((await world.supervision.probe('r1-a-1', launch.folder)).kind).toBe('alive');
    // So little at a time is no sleep.
    for (let k = 0; k < 12 && !ended(launch); k += 1) await jump(launch, 4_000);
    await eventually('the stop', () => ended(launch));
    const exit: unknown = JSON.parse(readFileSync(join(launch.folder, 'exit.json'), 'utf8'));
    expect(exit).toMatchObject({ stopped: 'deadline' });
  });
});
