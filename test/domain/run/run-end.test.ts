import { describe, expect, it } from 'vitest';
import { nextWake } from '../../../src/domain/run/next-wake.ts';
import { wallUsed } from '../../../src/domain/run/state.ts';
import { MINUTE, planOf, reviewedPlan, scopeOf, taskOf } from '../../support/plans.ts';
import {
  checked,
  exited,
  harvested,
  landed,
  RUN,
  settle,
  START,
  startedRun,
  toChecked,
  toChecking,
  toRunning,
  typesOf,
} from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';
import { NO_BUDGET } from '../../support/plans.ts';

const fail = (run: RunDriver, task: string) => {
  toRunning(run, task);
  exited(run, task, { code: 1, signal: null, lost: false, stopped: null });
  harvested(run, task, false);
};
const gone = { kind: 'remove-workspace', kept: null } as const;

describe('the end of a run', () => {
  it('is landed when every task has landed or is dropped', () => {
    const run = startedRun(planOf([taskOf('a'), taskOf('b')]));
    toRunning(run, 'b');
    run.send({ type: 'drop', task: 'b', reason: '', by: 'ann' });
    settle(run, 'stop', 'b', { kind: 'stop' });
    exited(run, 'b', { code: null, signal: 'SIGTERM', lost: false, stopped: 'person' });
    harvested(run, 'b');
    toChecked(run, 'a');
    landed(run, 'a');
    settle(run, 'remove-workspace', 'a', gone);
    expect(run.state.ended).toMatchObject({ end: 'landed', reason: '1 of 2 tasks landed' });
  });

  it('is waiting when deliveries wait for a person', () => {
    const run = startedRun(reviewedPlan([taskOf('a'), taskOf('b')]));
    toChecked(run, 'a');
    expect(run.state.phase).toBe('running');
    toChecked(run, 'b');
    expect(run.state.ended).toMatchObject({ end: 'waiting', reason: '2 deliveries wait for you' });
  });

  it('is waiting when a returned task waits for a word', () => {
    const run = startedRun(planOf([taskOf('a')]));
    toChecking(run, 'a');
    checked(run, 'a', 'red');
    expect(run.state.ended?.end).toBe('waiting');
    expect(run.state.ended?.reason).toMatch(/1 returned task.* (fanin retry|your word)/);
  });

  it('is unfinished when tasks failed, or wait for one that did', () => {
    const run = startedRun(planOf([taskOf('a'), taskOf('b', { needs: ['a'] })]));
    fail(run, 'a');
    expect(run.state.ended).toMatchObject({
      end: 'unfinished',
      reason: '2 of 2 tasks did not land',
    });
  });

  it('does not come while another task can still go on', () => {
    const run = startedRun(planOf([taskOf('a'), taskOf('b')]));
    fail(run, 'a');
    expect(run.state.phase).toBe('running');
  });

  it('comes when what is left is held by another run', () => {
    const run = startedRun(planOf([taskOf('a')]));
    fail(run, 'a');
    run.elsewhere.push({ id: 'x', label: 'r0/x', writes: scopeOf('a/**'), locks: [] });
    run.send({ type: 'retry', task: 'a', note: '', by: 'ann' });
    expect(run.task('a').phase).toBe('ready');
    expect(run.state.ended?.end).toBe('unfinished');
  });
});

describe('wall time', () => {
  const limited = (wallMs: number, reserve = 0) =>
    startedRun(
      reviewedPlan([taskOf('a')], 3, { limits: { wallMs, live: 2, reserve, ...NO_BUDGET } }),
    );

  it('passes while agents are at work, and while checks and landings are under way', () => {
    const run = limited(100 * MINUTE);
    run.now += MINUTE;
    toChecking(run, 'a');
    run.now += MINUTE;
    expect(wallUsed(run.state, run.now)).toBe(2 * MINUTE);
    checked(run, 'a');
    run.now += 60 * MINUTE;
    expect(wallUsed(run.state, run.now)).toBe(2 * MINUTE);
    run.send({ type: 'approve', delivery: `${RUN}-a-1`, tree: `tree-${RUN}-a-1`, by: 'ann' });
    run.now += MINUTE;
    landed(run, 'a');
    expect(run.state.wall).toEqual({ usedMs: 3 * MINUTE, busySince: null });
  });

  it.each([
    [-1, []],
    [0, ['run.stop-requested', 'attempt.stop-asked']],
    [1, ['run.stop-requested', 'attempt.stop-asked']],
  ])('stops the run at its limit %d ms', (offset, expected) => {
    const run = limited(10 * MINUTE);
    toRunning(run, 'a', 60 * MINUTE);
    run.now = START + 10 * MINUTE + offset;
    expect(
      typesOf(run.tick()).filter(
        (type) => type !== 'attempt.wrap-up-asked' && !type.startsWith('run.review'),
      ),
    ).toEqual(expected);
  });

  it('wakes the engine at the limit, not before and not again and again', () => {
    const run = startedRun(
      planOf([taskOf('a')], {
        limits: { wallMs: 10 * MINUTE, live: 1, reserve: 0.5, ...NO_BUDGET },
      }),
    );
    toChecking(run, 'a');
    expect(nextWake(run.state)).toBe(START + 10 * MINUTE);
    run.now = START + 10 * MINUTE;
    run.tick();
    expect(nextWake(run.state)).toBe(null);
  });

  it('does not keep what people let land afterwards from landing', () => {
    const run = limited(10 * MINUTE);
    run.now += 11 * MINUTE;
    toRunning(run, 'a');
    settle(run, 'stop', 'a', { kind: 'stop' });
    exited(run, 'a');
    harvested(run, 'a');
    expect(run.state.ended?.end).toBe('stopped');
    run.send({ type: 'resume' });
    checked(run, 'a');
    run.send({ type: 'approve', delivery: `${RUN}-a-1`, tree: `tree-${RUN}-a-1`, by: 'ann' });
    landed(run, 'a');
    expect(run.delivery('a').phase).toBe('landed');
  });
});
