import { describe, expect, it } from 'vitest';
import { holds } from '../../../src/domain/governor/holds.ts';
import { obstacle } from '../../../src/domain/governor/next-task.ts';
import { failure } from '../../../src/domain/failure.ts';
import { planOf, reviewedPlan, scopeOf, taskOf } from '../../support/plans.ts';
import {
  landed,
  settle,
  startedRun,
  tested,
  toChecked,
  typesOf,
} from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';

const gone = { kind: 'remove-workspace', kept: null } as const;
const undo = (run: RunDriver, task: string) =>
  run.send({ type: 'undo', task, reason: 'too slow', by: 'ann' });
const land = (run: RunDriver, task: string): void => {
  toChecked(run, task);
  landed(run, task);
  settle(run, 'remove-workspace', task, gone);
};
const undone = { from: 'landed-a', to: 'without-a', tree: 'tree' };

describe('undoing a landing', () => {
  it('moves the target, and leaves the task to a person who knows why', () => {
    const run = startedRun(planOf([taskOf('a'), taskOf('b')]));
    land(run, 'a');
    expect(typesOf(undo(run, 'a'))).toEqual(['delivery.undo-asked', 'delivery.undo-began']);
    expect(undo(run, 'a')).toEqual([]);
    settle(run, 'unland', 'a', { kind: 'unland', landing: undone });
    expect(run.state.target).toBe('without-a');
    expect(run.state.tasks['a']).toMatchObject({
      phase: 'parked',
      reason: 'undone by ann: too slow',
    });
    const [task] = run.state.plan.tasks;
    expect(task !== undefined && holds(run.state, task)).toBe(false);
    run.send({ type: 'retry', task: 'a', note: '', by: 'ann' });
    expect(run.state.tasks['a']?.comeback?.text).toBe(
      'it had landed and was undone by ann: too slow',
    );
  });

  it('stays landed where it could not be taken back, and says why', () => {
    const run = startedRun(planOf([taskOf('a'), taskOf('b')]));
    land(run, 'a');
    undo(run, 'a');
    const red = failure('undo-red', 'unit would be red');
    settle(run, 'unland', 'a', { kind: 'unland-failed', failure: red });
    expect(run.delivery('a')).toMatchObject({ phase: 'landed', undoRefused: 'unit would be red' });
    expect(run.state.target).toBe('landed-a');
  });

  it('returns what builds on it, which waits until it has landed again', () => {
    const writes = scopeOf('src/**');
    const run = startedRun(
      reviewedPlan([taskOf('a', { writes }), taskOf('b', { needs: ['a'], writes })]),
    );
    toChecked(run, 'a');
    const { id, tree } = run.delivery('a');
    run.send({ type: 'approve', delivery: id, tree, by: 'ann' });
    landed(run, 'a');
    settle(run, 'remove-workspace', 'a', gone);
    toChecked(run, 'b');
    undo(run, 'a');
    settle(run, 'unland', 'a', { kind: 'unland', landing: undone });
    expect(run.delivery('b')).toMatchObject({ phase: 'returned' });
    expect(run.state.tasks['b']).toMatchObject({ phase: 'ready' });
    const [a, b] = run.state.plan.tasks;
    if (a === undefined || b === undefined) throw new Error('no tasks');
    expect(obstacle(run.state, b, run.now, [])).toBe('after a (parked)');
    // Both have work in one scope: the needed one goes first.
    run.send({ type: 'retry', task: 'a', note: '', by: 'ann' });
    expect(run.state.tasks['a']?.phase).toBe('running');
  });

  it('is only for what has landed, and one thing moves the target at a time', () => {
    const run = startedRun(planOf([taskOf('a'), taskOf('b')]));
    land(run, 'a');
    toChecked(run, 'b');
    tested(run, 'b');
    expect(run.delivery('b').phase).toBe('landing');
    expect(typesOf(undo(run, 'a'))).toEqual(['delivery.undo-asked']);
    const after = landed(run, 'b');
    expect(typesOf(after)).toContain('delivery.undo-began');
    expect(run.state.mergeQueue.queue.landing).toBeNull();
    const fresh = startedRun(planOf([taskOf('a')]));
    expect(() => undo(fresh, 'a')).toThrow(/only what has landed/u);
  });

  it('comes before what is being tested, which is tested again on what is left', () => {
    const run = startedRun(planOf([taskOf('a'), taskOf('b')]));
    land(run, 'a');
    toChecked(run, 'b');
    expect(typesOf(undo(run, 'a'))).toEqual(['delivery.undo-asked', 'delivery.undo-began']);
    // Green, but on a target that is about to be another.
    expect(typesOf(tested(run, 'b'))).not.toContain('queue.landing-began');
    const after = settle(run, 'unland', 'a', {
      kind: 'unland',
      landing: undone,
    });
    expect(typesOf(after)).toEqual(
      expect.arrayContaining(['delivery.unlanded', 'queue.test-began']),
    );
    tested(run, 'b');
    expect(run.delivery('b').phase).toBe('landing');
  });
});
