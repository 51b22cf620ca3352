import { describe, expect, it } from 'vitest';
import { nextTask, obstacle } from '../../../src/domain/governor/next-task.ts';
import type { Task } from '../../../src/domain/plan/plan.ts';
import { planOf, reviewedPlan, scopeOf, taskOf } from '../../support/plans.ts';
import { attempts, readyRun } from '../../support/ready-run.ts';
import {
  exited,
  harvested,
  landed,
  START,
  startedRun,
  toChecked,
  toRunning,
} from '../../support/run-driver.ts';

describe('holds', () => {
  const second = (more: Partial<Task>, first: Partial<Task> = {}) =>
    attempts(startedRun(planOf([taskOf('a', first), taskOf('b', more)])));
  it.each([
    ['another scope', { writes: scopeOf('b/**') }, {}, 2],
    ['the same scope', { writes: scopeOf('a/x') }, {}, 1],
    ['the same lock', { locks: ['db'] }, { locks: ['db'] }, 1],
    ['no scope of its own', { writes: null }, {}, 1],
    ['nothing to write', { writes: scopeOf() }, {}, 2],
  ])('a task with %s', (_what, more, first, live) => {
    expect(second(more, first)).toHaveLength(live);
  });
  it('nothing beside a task that may write anything', () => {
    expect(second({}, { writes: null })).toHaveLength(1);
    expect(second({ writes: scopeOf() }, { writes: null })).toHaveLength(1);
  });
  it('hold a task that is called like something every object has', () => {
    expect(attempts(startedRun(planOf([taskOf('constructor'), taskOf('b')])))).toEqual([
      'constructor',
      'b',
    ]);
  });
  it('last until the holder has landed, and through a failure that left work', () => {
    const writes = scopeOf('a/**');
    const run = startedRun(planOf([taskOf('a', { writes }), taskOf('b', { writes })]));
    expect(obstacle(run.state, taskOf('b', { writes }), run.now, [])).toContain('a holds a/**');
    toRunning(run, 'a');
    exited(run, 'a', { code: 1, signal: null, lost: false, stopped: null });
    harvested(run, 'a', true);
    expect(attempts(run)).toEqual(['a']);
    run.send({ type: 'retry', task: 'a', note: '', by: 'ann' });
    toChecked(run, 'a');
    expect(attempts(run)).toEqual(['a', 'a']);
    landed(run, 'a');
    expect(attempts(run)).toEqual(['a', 'a', 'b']);
  });
  it('end with a failure that left nothing, and are taken anew by the retry', () => {
    const writes = scopeOf('a/**');
    const run = startedRun(planOf([taskOf('a', { writes }), taskOf('b', { writes })]));
    toRunning(run, 'a');
    exited(run, 'a', { code: 1, signal: null, lost: false, stopped: null });
    harvested(run, 'a', false);
    expect(attempts(run)).toEqual(['a', 'b']);
    run.send({ type: 'retry', task: 'a', note: '', by: 'ann' });
    expect(obstacle(run.state, taskOf('a', { writes }), run.now, [])).toContain('b holds a/**');
  });
  it('end with a rejection', () => {
    const writes = scopeOf('a/**');
    const run = startedRun(reviewedPlan([taskOf('a', { writes }), taskOf('b', { writes })], 3));
    toChecked(run, 'a');
    expect(attempts(run)).toEqual(['a']);
    run.send({ type: 'reject', delivery: 'r1-a-1', comment: 'no', by: 'ann' });
    expect(attempts(run)).toEqual(['a', 'b']);
  });
  it('come from other runs too', () => {
    const run = readyRun(planOf([taskOf('a'), taskOf('b', { locks: ['db'] })]));
    const elsewhere = [{ id: 'x', label: 'r0/x', writes: scopeOf('a/file'), locks: ['db'] }];
    expect(nextTask(run, START, elsewhere)).toBe(null);
    expect(obstacle(run, taskOf('b', { locks: ['db'] }), START, elsewhere)).toBe(
      'r0/x holds lock db until it has landed',
    );
    expect(nextTask(run, START, [])?.id).toBe('a');
  });
});
