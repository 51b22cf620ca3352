import { describe, expect, it } from 'vitest';
import type { AgentExit, Comeback } from '../../../src/domain/attempt/attempt.ts';
import { planOf, reviewedPlan, taskOf } from '../../support/plans.ts';
import {
  checked,
  exited,
  harvested,
  prepared,
  RUN,
  conflicted,
  settle,
  startedRun,
  toChecked,
  toChecking,
  toRunning,
} from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';

const retry = (run: RunDriver, note = '') =>
  run.send({ type: 'retry', task: 'a', note, by: 'ann' });
const FAILED: AgentExit = { code: 1, signal: null, lost: false, stopped: null };

const red = (): RunDriver => {
  const run = startedRun(planOf([taskOf('a')]));
  toChecking(run, 'a');
  checked(run, 'a', 'red');
  return run;
};

describe('what the next attempt is told', () => {
  it('is nothing at first', () => {
    expect(startedRun(planOf([taskOf('a')])).attempt('a').comeback).toBe(null);
  });

  it('is the log of a red check, and the note of who retries', () => {
    const run = red();
    expect(run.task('a')).toMatchObject({
      phase: 'parked',
      reason: 'returned (red): unit failed (exit code 1)',
    });
    retry(run, 'mind the null');
    expect(run.attempt('a').comeback).toEqual({
      from: `${RUN}-a-1`,
      kind: 'red',
      text: 'unit failed (exit code 1)\n\nlog\n\nmind the null',
      commit: `commit-${RUN}-a-1`,
    });
  });

  it('is the conflict at landing', () => {
    const run = startedRun(planOf([taskOf('a')]));
    toChecked(run, 'a');
    const comeback: Comeback = {
      from: `${RUN}-a-1`,
      kind: 'conflict',
      text: 'conflicts in x\n\nhunks',
      commit: `commit-${RUN}-a-1`,
    };
    conflicted(run, 'a', comeback.text);
    expect(run.task('a')).toMatchObject({
      phase: 'parked',
      reason: 'returned (conflict): conflicts in x',
    });
    retry(run);
    expect(run.attempt('a').comeback).toEqual(comeback);
  });

  it('is the comment of a reviewer, who needs no retry', () => {
    const run = startedRun(reviewedPlan([taskOf('a')]));
    toChecked(run, 'a');
    run.send({ type: 'return', delivery: `${RUN}-a-1`, comment: 'use the helper', by: 'ann' });
    expect(run.attempt('a')).toMatchObject({
      n: 2,
      comeback: { kind: 'review', text: 'use the helper', commit: `commit-${RUN}-a-1` },
    });
  });

  it('is the comment of who rejected it, when it is retried after all', () => {
    const run = startedRun(reviewedPlan([taskOf('a')]));
    toChecked(run, 'a');
    run.send({ type: 'reject', delivery: `${RUN}-a-1`, comment: 'wrong approach', by: 'ann' });
    expect(run.task('a')).toMatchObject({
      phase: 'failed',
      reason: 'rejected by ann: wrong approach',
    });
    retry(run);
    expect(run.attempt('a').comeback).toMatchObject({
      kind: 'review',
      text: 'wrong approach',
      commit: `commit-${RUN}-a-1`,
    });
  });

  it('is how the last attempt failed, with what it left', () => {
    const run = startedRun(planOf([taskOf('a')]));
    toRunning(run, 'a');
    exited(run, 'a', FAILED);
    harvested(run, 'a');
    retry(run, 'go on from there');
    expect(run.attempt('a').comeback).toEqual({
      from: `${RUN}-a-1`,
      kind: 'stopped',
      text: 'exit code 1\n\ngo on from there',
      commit: `commit-${RUN}-a-1`,
    });
  });

  it('names the newest attempt, and does not forget what the one before was sent back for', () => {
    const run = red();
    retry(run);
    toRunning(run, 'a');
    exited(run, 'a', FAILED);
    harvested(run, 'a');
    retry(run);
    const { comeback } = run.attempt('a');
    expect(comeback).toMatchObject({ from: `${RUN}-a-2`, commit: `commit-${RUN}-a-2` });
    expect(comeback?.text).toBe(
      'exit code 1\n\nThe attempt before it: unit failed (exit code 1)\n\nlog',
    );
  });

  it('points to the earlier work where the newest attempt left none', () => {
    const run = red();
    retry(run);
    toRunning(run, 'a');
    exited(run, 'a', FAILED);
    harvested(run, 'a', false);
    retry(run);
    expect(run.attempt('a').comeback).toMatchObject({
      from: `${RUN}-a-2`,
      kind: 'failed',
      commit: `commit-${RUN}-a-1`,
    });
  });

  it('stays the same after an attempt whose agent never ran', () => {
    const run = red();
    retry(run);
    const before = run.attempt('a').comeback;
    run.send({ type: 'stop-run', mode: 'now', by: 'ann' });
    prepared(run, 'a');
    settle(run, 'remove-workspace', 'a', { kind: 'remove-workspace', kept: null });
    run.send({ type: 'resume' });
    expect(run.attempt('a')).toMatchObject({ n: 3, comeback: before });
  });

  it('is both after a stop with the run: the stop, and what it was sent back for', () => {
    const run = red();
    retry(run);
    toRunning(run, 'a');
    run.send({ type: 'stop-run', mode: 'now', by: 'ann' });
    settle(run, 'stop', 'a', { kind: 'stop' });
    exited(run, 'a', { code: null, signal: 'SIGTERM', lost: false, stopped: 'run-stopped' });
    harvested(run, 'a');
    run.send({ type: 'resume' });
    expect(run.attempt('a').comeback).toMatchObject({
      from: `${RUN}-a-2`,
      kind: 'stopped',
      commit: `commit-${RUN}-a-2`,
    });
    expect(run.attempt('a').comeback?.text).toContain(
      'stopped with the run\n\nThe attempt before it: unit failed',
    );
  });
});
