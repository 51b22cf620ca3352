import { describe, expect, it } from 'vitest';
import { SLEPT_MS, sleptSince } from '../../../src/domain/run/host-clock.ts';
import { nextWake } from '../../../src/domain/run/next-wake.ts';
import { wallUsed } from '../../../src/domain/run/state.ts';
import { MINUTE, NO_BUDGET, planOf, taskOf } from '../../support/plans.ts';
import { startedRun, toRunning } from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';

const HOUR = 60 * MINUTE;
const DEADLINE = 30 * MINUTE;

const atWork = (): RunDriver => {
  const run = startedRun(planOf([taskOf('a', { deadlineMs: DEADLINE })], { graceMs: MINUTE }));
  toRunning(run, 'a');
  return run;
};
const sleep = (run: RunDriver, ms: number): void => {
  run.now += ms;
  run.slept += ms;
};
const deadlineOf = (run: RunDriver): number => {
  const attempt = run.attempt('a');
  return 'deadlineAt' in attempt ? attempt.deadlineAt : 0;
};
const typesOf = (events: readonly { readonly type: string }[]): readonly string[] =>
  events.map(({ type }) => type);

describe('a host that slept', () => {
  it('gives its agents the time back before it looks at any deadline', () => {
    const run = atWork();
    const before = deadlineOf(run);
    run.now += 10 * MINUTE;
    sleep(run, 8 * HOUR);
    expect(typesOf(run.tick())).toEqual(['run.clock-read', 'effect.intended']);
    expect(deadlineOf(run)).toBe(before + 8 * HOUR);
    expect(run.tick()).toEqual([]);
    run.now += 18 * MINUTE;
    expect(run.tick()).toEqual([]);
    run.now += 2 * MINUTE;
    expect(typesOf(run.tick())).toContain('attempt.stop-asked');
  });

  it('tells whoever is at work how much is left', () => {
    const run = atWork();
    run.now += 10 * MINUTE;
    sleep(run, HOUR);
    run.tick();
    const told = run.pending().flatMap(({ effect }) => (effect.kind === 'tell' ? [effect] : []));
    expect(told).toEqual([
      {
        kind: 'tell',
        attempt: 'r1-a-1',
        input: {
          kind: 'message',
          id: 'slept-1',
          text: 'This host was asleep for 60 minutes. Your deadline has moved by as much: 20 minutes are left.',
        },
      },
    ]);
  });

  it('gives the time back to an agent that is only found after the sleep', () => {
    const run = startedRun(planOf([taskOf('a', { deadlineMs: DEADLINE })]));
    const startedAt = run.now;
    run.now += MINUTE;
    sleep(run, HOUR);
    run.tick();
    const process = { supervisorPid: 1, pid: 2, startTime: '3' };
    const prepare = run.pending().find(({ effect }) => effect.kind === 'prepare');
    const workspace = { attempt: 'r1-a-1', level: 'worktree', path: '/w', branch: 'b' } as const;
    run.send({
      type: 'settle',
      effect: prepare?.id ?? '',
      outcome: { kind: 'prepare', workspace: { ...workspace, base: 'x' } },
    });
    const start = run.pending().find(({ effect }) => effect.kind === 'start');
    const deadlineAt = startedAt + DEADLINE;
    run.send({
      type: 'settle',
      effect: start?.id ?? '',
      outcome: { kind: 'start', process, startedAt, deadlineAt },
    });
    expect(deadlineOf(run)).toBe(deadlineAt + HOUR);
  });

  it('does not use up the wall time of its runs', () => {
    const limits = { wallMs: HOUR, live: 1, reserve: 0, ...NO_BUDGET };
    const run = startedRun(planOf([taskOf('a')], { limits }));
    toRunning(run, 'a');
    run.now += 10 * MINUTE;
    sleep(run, 8 * HOUR);
    run.tick();
    expect(wallUsed(run.state, run.now)).toBe(10 * MINUTE);
    expect(run.state.phase).toBe('running');
    expect(nextWake(run.state)).toBeGreaterThan(run.now);
  });

  it('keeps deadlines where its clock was set back, and does not count a busy moment', () => {
    const run = atWork();
    const before = deadlineOf(run);
    sleep(run, SLEPT_MS - 1);
    expect(run.tick()).toEqual([]);
    run.slept -= SLEPT_MS - 1;
    run.now -= HOUR;
    run.slept -= HOUR;
    run.tick();
    expect(deadlineOf(run)).toBe(before - HOUR);
  });

  it('was off when it has booted since: nothing is given back', () => {
    const reading = (at: number, ms: number, boot: string) => ({ at, awake: { ms, boot } });
    expect(sleptSince(null, reading(5 * HOUR, 0, 'b1'))).toBe(0);
    expect(sleptSince(reading(0, 0, 'b1'), reading(5 * HOUR, HOUR, 'b1'))).toBe(4 * HOUR);
    expect(sleptSince(reading(0, 0, 'b1'), reading(5 * HOUR, HOUR, 'b2'))).toBe(0);
  });
});
