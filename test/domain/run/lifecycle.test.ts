import { describe, expect, it } from 'vitest';
import { planOf, reviewedPlan, taskOf } from '../../support/plans.ts';
import {
  checked,
  exited,
  harvested,
  landed,
  prepared,
  RUN,
  settle,
  started,
  startedRun,
  tested,
  toChecked,
  toChecking,
  toRunning,
  typesOf,
} from '../../support/run-driver.ts';

describe('one task from start to landed', () => {
  it('goes through every phase of task, attempt and delivery', () => {
    const run = startedRun(planOf([taskOf('a')]));
    expect(run.task('a').phase).toBe('running');
    expect(run.attempt('a').phase).toBe('preparing');
    expect(typesOf(prepared(run, 'a'))).toEqual(['attempt.prepared']);
    expect(run.attempt('a').phase).toBe('starting');
    expect(typesOf(started(run, 'a'))).toEqual(['attempt.started']);
    expect(run.attempt('a').phase).toBe('running');
    expect(typesOf(exited(run, 'a'))).toEqual(['attempt.exited']);
    expect(run.attempt('a').phase).toBe('harvesting');
    expect(typesOf(harvested(run, 'a'))).toEqual(['attempt.ended', 'delivery.offered']);
    expect(run.task('a').phase).toBe('delivered');
    expect(run.delivery('a').phase).toBe('checking');
    expect(typesOf(checked(run, 'a'))).toEqual([
      'delivery.checked',
      'delivery.approved',
      'queue.test-began',
    ]);
    expect(run.delivery('a').phase).toBe('queued');
    expect(typesOf(tested(run, 'a'))).toEqual([
      'queue.test-ended',
      'delivery.landing-began',
      'queue.landing-began',
    ]);
    expect(run.delivery('a').phase).toBe('landing');
    expect(typesOf(landed(run, 'a'))).toEqual(['delivery.landed']);
    expect(run.task('a').phase).toBe('landed');
    expect(run.state.target).toBe('landed-a');
    const end = settle(run, 'remove-workspace', 'a', { kind: 'remove-workspace', kept: null });
    expect(typesOf(end)).toEqual(['workspace.removed', 'run.ended']);
    expect(run.state.ended).toMatchObject({ end: 'landed', reason: '1 of 1 tasks landed' });
    expect(run.pending()).toEqual([]);
  });

  it('does not end while a landing that has just begun is under way', () => {
    const run = startedRun(planOf([taskOf('a')]));
    toChecked(run, 'a');
    expect(run.state.phase).toBe('running');
    tested(run, 'a');
    expect(run.delivery('a').phase).toBe('landing');
    expect(run.state.phase).toBe('running');
  });

  it('waits for a person under human review, and lands once approved', () => {
    const run = startedRun(reviewedPlan([taskOf('a')]));
    toChecked(run, 'a');
    expect(run.delivery('a').phase).toBe('awaiting-review');
    expect(run.state.ended).toMatchObject({ end: 'waiting' });
    run.send({ type: 'approve', delivery: `${RUN}-a-1`, tree: `tree-${RUN}-a-1`, by: 'ann' });
    expect(run.delivery('a').phase).toBe('queued');
    landed(run, 'a');
    settle(run, 'remove-workspace', 'a', { kind: 'remove-workspace', kept: null });
    expect(run.state.ended).toMatchObject({ end: 'landed' });
  });

  it('starts nothing before the target is there', () => {
    const run = startedRun(planOf([taskOf('a'), taskOf('b', { needs: ['a'] })]));
    const types = typesOf(run.log);
    expect(types.indexOf('target.created')).toBeLessThan(types.indexOf('attempt.queued'));
    expect(run.task('b').phase).toBe('waiting');
  });

  it('starts a task only once everything it needs has landed', () => {
    const run = startedRun(planOf([taskOf('a'), taskOf('b', { needs: ['a'] })]));
    toChecking(run, 'a');
    expect(run.task('b').phase).toBe('waiting');
    checked(run, 'a');
    expect(run.task('b').phase).toBe('waiting');
    expect(typesOf(landed(run, 'a'))).toEqual([
      'delivery.landed',
      'task.readied',
      'attempt.queued',
    ]);
    expect(run.attempt('b').base).toBe('landed-a');
  });

  it('lands what was approved while another one was tested as one group, in the order of the approvals', () => {
    const run = startedRun(reviewedPlan([taskOf('a'), taskOf('b'), taskOf('c')]));
    for (const task of ['a', 'b', 'c']) toRunning(run, task);
    for (const task of ['a', 'b', 'c']) {
      exited(run, task);
      harvested(run, task);
      checked(run, task);
    }
    for (const task of ['c', 'b', 'a']) {
      const delivery = `${RUN}-${task}-1`;
      run.send({ type: 'approve', delivery, tree: `tree-${delivery}`, by: 'ann' });
      run.now += 1;
    }
    const began = landed(run, 'c').find(({ type }) => type === 'queue.test-began');
    expect(began).toMatchObject({ deliveries: [`${RUN}-b-1`, `${RUN}-a-1`] });
    tested(run, 'a');
    expect(['a', 'b', 'c'].map((task) => run.delivery(task).phase)).toEqual([
      'landing',
      'landing',
      'landed',
    ]);
    landed(run, 'a');
    expect(run.delivery('a')).toMatchObject({ landing: { from: 'landed-b', to: 'landed-a' } });
    expect(run.state.target).toBe('landed-a');
  });
});
