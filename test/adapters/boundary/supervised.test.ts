import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readProcess } from '../../../src/adapters/process/records.ts';
import type { SupervisedLaunch } from '../../../src/ports/supervision.ts';
import { describeWith } from '../../support/capabilities.ts';
import { eventually } from '../../support/eventually.ts';
import { pidsWith } from '../../escape/judge.ts';
import { supervisedWorld } from '../process/supervised-world.ts';
import type { SupervisedWorld } from '../process/supervised-world.ts';
import { makeRig } from './boundary-rig.ts';
import type { Rig } from './boundary-rig.ts';

const AGENT = `trap 'echo wrapped up; exit 0' TERM
echo started
(setsid sleep MARKER >/dev/null 2>&1 &)
while IFS= read -r line; do echo "told $line"; done
while :; do sleep 0.05; done`;

describeWith(['bubblewrap', 'iproute2'], 'an agent behind the boundary, supervised', () => {
  let rig: Rig;
  let world: SupervisedWorld;
  const own = { name: 'as who runs this', uid: process.getuid?.() ?? 0 };
  const marker = `700.${process.pid}`;
  beforeEach(() => {
    rig = makeRig(own);
    world = supervisedWorld();
  });
  afterEach(async () => {
    await world.close();
    rig.remove();
  });

  const start = async (mode: 'none' | 'allow'): Promise<SupervisedLaunch> => {
    const network = mode === 'none' ? { mode } : { mode, endpoints: [] };
    const command = await rig.wrap(['sh', '-c', AGENT.replace('MARKER', marker)], { network });
    const launch = world.script('r1-core-1', '', { command });
    expect(await world.supervision.start(launch)).toMatchObject({ ok: true });
    await eventually('it has started', () => output(launch).includes('started'));
    return launch;
  };
  const output = ({ folder }: SupervisedLaunch): string => {
    try {
      return readFileSync(join(folder, 'output.log'), 'utf8');
    } catch {
      return '';
    }
  };

  it.each(['none', 'allow'] as const)(
    'is told things, and asked to stop (network %s)',
    async (mode) => {
      const launch = await start(mode);
      const { attempt, folder } = launch;
      expect(await world.supervision.send(attempt, folder, 'hello\n')).toBe(true);
      await eventually('it was told', () => output(launch).includes('told hello'));
      const ended = new Promise((resolve) => {
        world.supervision.watch(attempt, folder, resolve);
      });
      await world.supervision.stop(attempt, folder, 'person');
      expect(await ended).toMatchObject({ kind: 'exited', exit: { code: 0 } });
      expect(output(launch)).toContain('wrapped up');
      expect(pidsWith(`sleep\0${marker}`)).toEqual([]);
    },
  );

  it.each(['none', 'allow'] as const)('dies with its supervisor (network %s)', async (mode) => {
    const { folder } = await start(mode);
    const agent = readProcess(folder)?.pid ?? 0;
    const status = readFileSync(`/proc/${agent}/status`, 'utf8');
    await eventually('somebody is there', () => pidsWith(`sleep\0${marker}`).length > 0);
    process.kill(Number(/PPid:\s*(\d+)/u.exec(status)?.[1]), 'SIGKILL');
    await eventually('nobody is left', () => pidsWith(`sleep\0${marker}`).length === 0);
  });
});
