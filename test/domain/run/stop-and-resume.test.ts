import { describe, expect, it } from 'vitest';
import type { StopReason } from '../../../src/domain/attempt/attempt.ts';
import { failure } from '../../../src/domain/failure.ts';
import { planOf, reviewedPlan, taskOf } from '../../support/plans.ts';
import {
  BASE,
  checked,
  exited,
  harvested,
  landed,
  newRun,
  prepared,
  RUN,
  settle,
  started,
  startedRun,
  toChecking,
  toRunning,
  typesOf,
} from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';

const stop = (run: RunDriver, mode: 'wrap-up' | 'now') =>
  run.send({ type: 'stop-run', mode, by: 'ann' });
const stopped = (why: StopReason) => ({ code: null, signal: 'SIGTERM', lost: false, stopped: why });

describe('stopping a run', () => {
  it('asks its agents to wrap up at first, and lands what is approved meanwhile', () => {
    const run = startedRun(planOf([taskOf('a'), taskOf('b')]));
    toRunning(run, 'a');
    toChecking(run, 'b');
    expect(typesOf(stop(run, 'wrap-up'))).toEqual(['run.stop-requested', 'attempt.wrap-up-asked']);
    expect(run.attempt('a')).toMatchObject({ phase: 'wrapping-up', why: 'run-stopped' });
    expect(typesOf(checked(run, 'b'))).toContain('queue.test-began');
  });

  it('stops them when asked for that, and waits for their harvest', () => {
    const run = startedRun(planOf([taskOf('a')]));
    toRunning(run, 'a');
    stop(run, 'wrap-up');
    expect(typesOf(stop(run, 'now'))).toEqual(['run.stop-requested', 'attempt.stop-asked']);
    for (const kind of ['wrap-up', 'stop'] as const)
      settle(run, kind, 'a', kind === 'stop' ? { kind } : { kind, delivered: false });
    exited(run, 'a', stopped('run-stopped'));
    expect(run.state.phase).toBe('stopping');
    expect(typesOf(harvested(run, 'a'))).toEqual(['attempt.ended', 'task.retried', 'run.ended']);
    expect(run.state.ended).toMatchObject({ end: 'stopped' });
  });

  it('goes one way: a second request of the same kind, or a milder one, gives nothing', () => {
    const run = startedRun(planOf([taskOf('a')]));
    toRunning(run, 'a');
    stop(run, 'wrap-up');
    expect(stop(run, 'wrap-up')).toEqual([]);
    stop(run, 'now');
    expect(stop(run, 'now')).toEqual([]);
    expect(stop(run, 'wrap-up')).toEqual([]);
    expect(run.state.phase).toBe('stopping');
  });

  it.each(['wrap-up', 'now'] as const)(
    'gives no agent to a workspace that gets ready after %s',
    (mode) => {
      const run = startedRun(planOf([taskOf('a')]));
      stop(run, mode);
      expect(typesOf(prepared(run, 'a'))).toEqual([
        'attempt.prepared',
        'attempt.ended',
        'task.retried',
      ]);
      expect(run.attempt('a')).toMatchObject({ phase: 'ended', outcome: 'cancelled' });
      expect(run.pending().map(({ effect }) => effect.kind)).toEqual(['remove-workspace']);
      expect(run.task('a')).toMatchObject({ phase: 'ready', comeback: null });
    },
  );

  it('stops an agent that was just being started', () => {
    const run = startedRun(planOf([taskOf('a')]));
    prepared(run, 'a');
    stop(run, 'now');
    expect(typesOf(started(run, 'a'))).toEqual(['attempt.started', 'attempt.stop-asked']);
  });

  it('abandons checks and landings, which stay pending', () => {
    const run = startedRun(planOf([taskOf('a'), taskOf('b')]));
    toChecking(run, 'a');
    toRunning(run, 'b');
    stop(run, 'now');
    settle(run, 'stop', 'b', { kind: 'stop' });
    exited(run, 'b', stopped('run-stopped'));
    harvested(run, 'b', false);
    settle(run, 'remove-workspace', 'b', { kind: 'remove-workspace', kept: null });
    expect(run.state.ended?.end).toBe('stopped');
    expect(run.pending().map(({ effect }) => effect.kind)).toEqual(['check']);
  });

  it('is refused once the run has ended', () => {
    const run = startedRun(reviewedPlan([taskOf('a')]));
    toChecking(run, 'a');
    checked(run, 'a');
    expect(run.refusal({ type: 'stop-run', mode: 'now', by: 'ann' }).code).toBe('run-ended');
  });
});

describe('resuming a run', () => {
  it('makes the tasks again that were stopped with it, and tells why', () => {
    const run = startedRun(planOf([taskOf('a')]));
    toRunning(run, 'a');
    stop(run, 'now');
    settle(run, 'stop', 'a', { kind: 'stop' });
    exited(run, 'a', stopped('run-stopped'));
    harvested(run, 'a');
    expect(run.state.phase).toBe('ended');
    expect(typesOf(run.send({ type: 'resume' }))).toEqual(['run.resumed', 'attempt.queued']);
    expect(run.attempt('a')).toMatchObject({
      n: 2,
      comeback: { kind: 'stopped', from: `${RUN}-a-1`, commit: `commit-${RUN}-a-1` },
    });
  });

  it('changes nothing while the run goes on', () => {
    const run = startedRun(planOf([taskOf('a')]));
    expect(run.send({ type: 'resume' })).toEqual([]);
  });

  it('does not make a task again that a person had stopped', () => {
    const run = startedRun(planOf([taskOf('a')]));
    toRunning(run, 'a');
    run.send({ type: 'stop-attempt', attempt: `${RUN}-a-1`, by: 'ann' });
    settle(run, 'stop', 'a', { kind: 'stop' });
    exited(run, 'a', stopped('person'));
    harvested(run, 'a');
    expect(run.task('a')).toMatchObject({
      phase: 'failed',
      reason: 'stopped by a person; its work is kept as commit-',
    });
    run.send({ type: 'resume' });
    expect(run.task('a').phase).toBe('failed');
  });

  it('tries again to make a target that could not be made', () => {
    const run = newRun();
    run.send({
      type: 'start',
      run: RUN,
      plan: planOf([taskOf('a')]),
      base: BASE,
      targetRef: 'refs/heads/t',
    });
    settle(run, 'create-target', 'a', {
      kind: 'create-target',
      failure: failure('ref-exists', 'it is there already'),
    });
    expect(run.state.ended).toMatchObject({ end: 'unfinished', reason: 'it is there already' });
    run.send({ type: 'resume' });
    expect(run.state.phase).toBe('running');
    settle(run, 'create-target', 'a', { kind: 'create-target', failure: null });
    expect(run.attempt('a').phase).toBe('preparing');
  });

  it('settles a check that was abandoned, and lands', () => {
    const run = startedRun(planOf([taskOf('a')]));
    toChecking(run, 'a');
    stop(run, 'now');
    expect(run.state.ended?.end).toBe('stopped');
    run.send({ type: 'resume' });
    checked(run, 'a');
    landed(run, 'a');
    expect(run.task('a').phase).toBe('landed');
  });
});
