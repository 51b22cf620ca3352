import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import {
  bootId,
  processAlive,
  signalGroup,
  signalProcess,
  startTimeOf,
} from '../../../src/adapters/process/proc.ts';
import { sweepTagged, taggedProcesses } from '../../../src/adapters/process/sweep.ts';
import { attemptTag, taggedEnv } from '../../../src/adapters/process/tag.ts';
import { describeWith } from '../../support/capabilities.ts';
import { eventually } from '../../support/eventually.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
const start = (env: Record<string, string>, text = 'exec sleep 600'): ChildProcess => {
  const child = spawn('sh', ['-c', text], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
    detached: true,
  });
  children.push(child);
  return child;
};
const sleeping = (tag: string, count: number) =>
  eventually(`${count} of ${tag}`, () => taggedProcesses(tag).length >= count);

describe('tags', () => {
  it('differ by repository and by attempt', () => {
    const tag = attemptTag('/repo/.git/fanin', 'r1-core-2');
    expect(tag).toMatch(/^[0-9a-f]{12}\/r1-core-2$/);
    expect(attemptTag('/other/.git/fanin', 'r1-core-2')).not.toBe(tag);
    expect(attemptTag('/repo/.git/fanin', 'r1-core-2')).toBe(tag);
  });

  it('are added to the one outside, and to nothing that is unset', () => {
    expect(taggedEnv({ A: '1', B: undefined }, 'in/ner')).toEqual({ FANIN_TAG: 'in/ner', A: '1' });
    expect(taggedEnv({ FANIN_TAG: 'out/er' }, 'in/ner')).toEqual({ FANIN_TAG: 'out/er,in/ner' });
    expect(taggedEnv({ FANIN_TAG: '' }, 'in/ner')).toEqual({ FANIN_TAG: 'in/ner' });
  });
});

describeWith(['proc'], 'sweeping', () => {
  const unique = `${process.pid}-${Date.now()}`;

  it('ends every process of the tag and no other', async () => {
    const others = [
      start({ FANIN_TAG: `${unique}/a-10` }),
      start({ FANIN_TAG: `x${unique}/a-1` }),
      start({ OTHER: `${unique}/a-1` }),
      start({ FANIN_TAG_NOT: `${unique}/a-1` }),
    ];
    start({ FANIN_TAG: `${unique}/a-1` }, 'setsid sleep 600 & exec sleep 600');
    start({ FANIN_TAG: `out/er,${unique}/a-1` });
    await sleeping(`${unique}/a-1`, 3);
    expect(await sweepTagged(`${unique}/a-1`)).toBeGreaterThanOrEqual(3);
    expect(taggedProcesses(`${unique}/a-1`)).toEqual([]);
    for (const { pid = 0 } of others) expect(processAlive(pid, '')).toBe(true);
    expect(await sweepTagged(`${unique}/a-1`)).toBe(0);
  });

  it('ends an inner attempt with the outer one', async () => {
    start({ FANIN_TAG: `${unique}/outer-1,${unique}/inner-1` });
    await sleeping(`${unique}/inner-1`, 1);
    expect(await sweepTagged(`${unique}/outer-1`)).toBe(1);
  });

  it('outruns what keeps starting others', async () => {
    const tag = `${unique}/fork-1`;
    start({ FANIN_TAG: tag }, 'while :; do (sleep 600 &) ; sleep 0.01; done');
    await sleeping(tag, 10);
    await sweepTagged(tag);
    expect(taggedProcesses(tag)).toEqual([]);
  });

  it('reads environments longer than its buffer', async () => {
    const env = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`A${index}`, 'x'.repeat(40_000)]),
    );
    // Not by a shell, which would put the variables into another order.
    const child = spawn('sleep', ['600'], { env: { ...env, FANIN_TAG: `${unique}/long-1` } });
    children.push(child);
    await sleeping(`${unique}/long-1`, 1);
    expect(await sweepTagged(`${unique}/long-1`)).toBe(1);
  });

  it('spares the one who sweeps', async () => {
    const own = process.env['FANIN_TAG'];
    expect(taggedProcesses(own ?? unique)).not.toContain(process.pid);
  });
});

describeWith(['proc'], 'processes', () => {
  it('are told apart by their start time', () => {
    const { pid = 0 } = start({});
    const startTime = startTimeOf(pid);
    expect(startTime).toMatch(/^\d+$/);
    expect(processAlive(pid, startTime)).toBe(true);
    expect(processAlive(pid, `${startTime}0`)).toBe(false);
    expect(processAlive(pid, '')).toBe(true);
  });

  it('are dead as soon as they are zombies', async () => {
    // It ends once its parent has become a program that never asks for it: it stays a zombie.
    const child = `sh -c 'until grep -q sleep /proc/$PPID/comm; do :; done'`;
    const parent = spawn('sh', ['-c', `${child} & echo $!; exec sleep 600`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(parent);
    const pid = await new Promise<number>((resolve) => {
      parent.stdout.once('data', (data: Buffer) => resolve(Number(data.toString())));
    });
    await eventually('the zombie', () => !processAlive(pid, ''));
    expect(signalProcess(pid, 0)).toBe(true);
  });

  it('have no start time when there are none', () => {
    expect(startTimeOf(2 ** 30)).toBe('');
    expect(processAlive(2 ** 30, '')).toBe(false);
  });

  it('are never signalled by a pid that means many', () => {
    for (const pid of [undefined, 1, 0, -1, -500]) {
      expect(signalProcess(pid, 0)).toBe(false);
      expect(signalGroup(pid, 0)).toBe(false);
    }
  });

  it('belong to one boot', () => {
    expect(bootId()).toMatch(/^[0-9a-f-]{36}$/);
    expect(bootId()).toBe(bootId());
  });
});
