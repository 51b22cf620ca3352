import { describe, expect, it } from 'vitest';
import type { AgentExit } from '../../../src/domain/attempt/attempt.ts';
import type { Trouble } from '../../../src/domain/receipt/trouble.ts';
import { MINUTE, NO_BUDGET, planOf, taskOf } from '../../support/plans.ts';
import {
  checked,
  exited,
  harvestOf,
  NORMAL,
  conflicted,
  settle,
  startedRun,
  toChecked,
  toChecking,
  toRunning,
} from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';

const within = (retries: number): RunDriver =>
  startedRun(
    planOf([taskOf('a', { deadlineMs: 10 * MINUTE })], {
      limits: { wallMs: null, live: 4, reserve: 0, ...NO_BUDGET, retries },
    }),
  );
const ending = (
  run: RunDriver,
  exit: Partial<AgentExit>,
  more: { readonly left?: boolean; readonly trouble?: Trouble | null } = {},
): void => {
  const { left = true, trouble = null } = more;
  toRunning(run, 'a');
  exited(run, 'a', { ...NORMAL, ...exit });
  const harvest = harvestOf(run.attempt('a').id, left);
  settle(run, 'harvest', 'a', { kind: 'harvest', harvest, trouble, messages: [], spent: null });
};
const trouble = (code: Trouble['code']): Trouble => ({ code, text: 'x', fatal: true });

const toRed = (run: RunDriver): void => {
  toChecking(run, 'a');
  checked(run, 'a', 'red');
};

describe('taking over', () => {
  it('makes red work again, and leaves it to a person the second time', () => {
    const run = within(1);
    toRed(run);
    expect(run.attempt('a')).toMatchObject({ n: 2, comeback: { kind: 'red', from: 'r1-a-1' } });
    toRed(run);
    expect(run.task('a')).toMatchObject({ phase: 'parked', attempts: 2 });
    const never = within(0);
    toRed(never);
    expect(never.task('a')).toMatchObject({ phase: 'parked', attempts: 1 });
  });

  it('makes work again that conflicts with what has landed since', () => {
    const run = within(1);
    toChecked(run, 'a');
    const from = run.attempt('a').id;
    const comeback = { from, kind: 'conflict', text: 'in x', commit: `commit-${from}` } as const;
    conflicted(run, 'a', comeback.text);
    expect(run.attempt('a')).toMatchObject({ n: 2, comeback });
  });

  it('makes nothing again in a run that is being stopped', () => {
    const run = within(1);
    toChecking(run, 'a');
    run.send({ type: 'stop-run', mode: 'wrap-up', by: 'ann' });
    checked(run, 'a', 'red');
    expect(run.task('a')).toMatchObject({ phase: 'parked', attempts: 1 });
  });

  it('makes a task again whose attempt crashed, and says what exists', () => {
    const run = within(1);
    ending(run, { code: 3 });
    expect(run.attempt('a')).toMatchObject({
      n: 2,
      phase: 'preparing',
      comeback: { from: 'r1-a-1', kind: 'stopped', text: 'exit code 3', commit: 'commit-r1-a-1' },
    });
  });

  it('does so as often as the plan says, and then leaves it to a person', () => {
    const run = within(1);
    ending(run, { code: 3 });
    ending(run, { code: 4 });
    expect(run.task('a')).toMatchObject({ phase: 'failed', attempts: 2 });
    expect(within(0).state.plan.limits.retries).toBe(0);
  });

  it.each<[string, Partial<AgentExit>, Trouble | null]>([
    ['was stopped at its deadline', { signal: 'SIGTERM', code: null, stopped: 'deadline' }, null],
    ['met a rate limit', { code: 1 }, trouble('agent-rate-limited')],
    ['lost its supervisor', { code: null, lost: true }, null],
  ])('helps one that %s', (_, exit, met) => {
    const run = within(1);
    ending(run, exit, { trouble: met });
    expect(run.task('a')).toMatchObject({ phase: 'running', attempts: 2 });
  });

  it.each<[string, Partial<AgentExit>, Trouble | null]>([
    ['a person stopped', { signal: 'SIGTERM', code: null, stopped: 'person' }, null],
    ['is not logged in', { code: 1 }, trouble('agent-not-logged-in')],
    ['wants a terminal', { code: 1 }, trouble('agent-needs-tty')],
  ])('leaves one alone that %s', (_, exit, met) => {
    const run = within(1);
    ending(run, exit, { trouble: met });
    expect(run.task('a')).toMatchObject({ phase: 'failed', attempts: 1 });
  });

  it('leaves alone what changed nothing of its own will', () => {
    const run = within(1);
    ending(run, {}, { left: false });
    expect(run.task('a')).toMatchObject({ phase: 'failed', attempts: 1 });
  });

  it('leaves alone what could not be started', () => {
    const run = within(1);
    settle(run, 'prepare', 'a', {
      kind: 'prepare-failed',
      failure: { code: 'disk-full', message: 'no space' },
    });
    expect(run.task('a')).toMatchObject({ phase: 'failed', attempts: 1 });
  });
});
