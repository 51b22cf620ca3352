import { describe, expect, it } from 'vitest';
import { planOf, reviewedPlan, taskOf } from '../../support/plans.ts';
import { collectOf } from '../../support/collected-work.ts';
import {
  BASE,
  checked,
  landed,
  RUN,
  settle,
  startedRun,
  toChecked,
  toChecking,
  typesOf,
} from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';
import { partOf, splitCommandOf } from '../../support/split-work.ts';

type More = Partial<ReturnType<typeof splitCommandOf>>;

const WHOLE = `${RUN}-a-1`;
const split = (run: RunDriver, more: More = {}) =>
  run.send(splitCommandOf(run.state, WHOLE, 'a-2', more));
const waiting = (plan = reviewedPlan([taskOf('a')], 9)): RunDriver => {
  const run = startedRun(plan);
  toChecked(run, 'a');
  return run;
};
const approve = (run: RunDriver, task: string) => {
  const { id, tree } = run.delivery(task);
  return run.send({ type: 'approve', delivery: id, tree, by: 'ann' });
};
const phaseOf = (run: RunDriver, id: string) => run.state.deliveries[id]?.phase;

describe('a delivery that a person takes apart', () => {
  it('is superseded by two that begin as they end, each to be checked', () => {
    const run = waiting();
    expect(typesOf(split(run))).toEqual([
      'run.resumed',
      'run.task-split',
      'delivery.superseded',
      'attempt.split',
      'delivery.offered',
      'attempt.split',
      'delivery.offered',
    ]);
    expect(run.state.deliveries[WHOLE]).toMatchObject({ phase: 'superseded', by: `${RUN}-a-2` });
    expect(run.attempt('a')).toMatchObject({
      phase: 'ended',
      outcome: 'delivered',
      reason: 'what is left of a#1',
      workspace: null,
      split: { task: 'a', n: 1, paths: ['docs/**'], taken: false, onto: null },
    });
    expect(run.attempt('a-2')).toMatchObject({
      reason: 'taken out of a#1',
      n: 1,
      split: { task: 'a', n: 1, taken: true, onto: null },
    });
    expect(run.pending().map(({ effect }) => effect)).toEqual([
      { kind: 'check', delivery: `${RUN}-a-2` },
      { kind: 'check', delivery: `${RUN}-a-2-1` },
    ]);
    expect(run.state.plan.tasks.map(({ id, needs }) => [id, needs])).toEqual([
      ['a', []],
      ['a-2', []],
    ]);
  });

  it('lands part by part, each approved by its own tree', () => {
    const run = waiting();
    split(run);
    checked(run, 'a');
    checked(run, 'a-2');
    approve(run, 'a-2');
    landed(run, 'a-2');
    expect([run.task('a').phase, run.task('a-2').phase]).toEqual(['delivered', 'landed']);
    const removal = { kind: 'remove-workspace', attempt: WHOLE };
    expect(run.pending()).toEqual([]);
    expect(
      run.refusal({ type: 'approve', delivery: `${RUN}-a-2`, tree: `tree-${WHOLE}`, by: 'ann' })
        .code,
    ).toBe('tree-changed');
    approve(run, 'a');
    landed(run, 'a');
    // Only now nothing of the workspace is wanted any more.
    expect(run.pending().map(({ effect }) => effect)).toEqual([expect.objectContaining(removal)]);
  });

  it('waits for a person also where checks decide: somebody wanted to see the parts', () => {
    const run = startedRun(planOf([taskOf('a')]));
    toChecking(run, 'a');
    checked(run, 'a', 'green', ['docs/a.md is outside']);
    split(run);
    checked(run, 'a');
    checked(run, 'a-2');
    expect([run.delivery('a').phase, run.delivery('a-2').phase]).toEqual([
      'awaiting-review',
      'awaiting-review',
    ]);
  });

  it('may wait, be parked or be approved; its approval is of no part', () => {
    for (const phase of ['parked', 'queued'] as const) {
      const run = waiting();
      if (phase === 'parked') run.send({ type: 'park', delivery: WHOLE, comment: '', by: 'ann' });
      else approve(run, 'a');
      expect(run.delivery('a').phase).toBe(phase);
      split(run);
      expect(phaseOf(run, WHOLE)).toBe('superseded');
      expect(run.state.mergeQueue.queue.items).toEqual([]);
    }
  });

  it('is refused where it cannot be taken apart', () => {
    const run = startedRun(reviewedPlan([taskOf('a'), taskOf('b')], 9));
    toChecking(run, 'a');
    const refused = (more: More = {}) =>
      run.refusal(splitCommandOf(run.state, WHOLE, 'a-2', more)).code;
    expect(refused()).toBe('not-reviewable');
    expect(refused({ delivery: 'none' })).toBe('no-delivery');
    checked(run, 'a');
    expect(refused({ tree: 'another' })).toBe('tree-changed');
    expect(refused({ name: 'b' })).toBe('task-taken');
    expect(refused({ name: 'No Name' })).toBe('bad-task-id');
    expect(refused({ rest: partOf('x', []) })).toBe('empty-part');
    expect(refused({ taken: partOf('x', []) })).toBe('empty-part');
    split(run);
    expect(refused()).toBe('not-reviewable');
  });

  it('makes who waits for its task wait for both parts', () => {
    const run = waiting(reviewedPlan([taskOf('a'), taskOf('b', { needs: ['a'] })], 9));
    split(run);
    checked(run, 'a');
    checked(run, 'a-2');
    approve(run, 'a');
    landed(run, 'a');
    expect(run.task('b').phase).toBe('waiting');
    approve(run, 'a-2');
    landed(run, 'a-2');
    expect(run.task('b').phase).toBe('running');
  });
});

describe('a part that comes back', () => {
  const withRetries = (): RunDriver =>
    waiting(reviewedPlan([taskOf('a')], 9, { limits: { ...planOf([]).limits, retries: 1 } }));

  it('is made again by the agent of the whole, as anything red', () => {
    const run = withRetries();
    split(run);
    checked(run, 'a-2');
    checked(run, 'a', 'red');
    // What was taken out holds the same scope until it has landed.
    expect(run.task('a').phase).toBe('ready');
    approve(run, 'a-2');
    landed(run, 'a-2');
    expect(run.attempt('a')).toMatchObject({
      phase: 'preparing',
      n: 3,
      comeback: { kind: 'red', from: `${RUN}-a-2`, commit: `commit-${WHOLE}-rest` },
    });
    const prompt = run.state.plan.tasks.map((task) => task.prompt);
    expect(prompt[0]).toContain('What lies under docs/** is the task a-2 now: leave it alone.');
    expect(prompt[1]).toMatch(/^Write a\. \(docs\/\*\*\)\n/u);
  });

  it('waits for the other where their scopes clash, and neither waits for ever', () => {
    const run = withRetries();
    split(run);
    checked(run, 'a-2', 'red');
    // The rest may still land; both would write the same files.
    expect(run.task('a-2').phase).toBe('ready');
    checked(run, 'a', 'red');
    expect([run.task('a').phase, run.task('a-2').phase]).toEqual(['running', 'ready']);
  });

  it('of collected work waits for whoever made it, and may be given an agent', () => {
    const run = startedRun(reviewedPlan([]));
    run.send(collectOf('a', 'h1'));
    checked(run, 'a');
    split(run);
    expect(run.attempt('a-2')).toMatchObject({ collected: { branch: 'refs/heads/a', head: 'h1' } });
    checked(run, 'a-2', 'red');
    expect(run.task('a-2')).toMatchObject({ phase: 'parked', comeback: { kind: 'red' } });
    settle(run, 'write-brief', 'a-2', { kind: 'write-brief', failure: null });
    const retry = { type: 'retry', task: 'a-2', note: '', by: 'ann' } as const;
    expect(run.refusal(retry).code).toBe('no-agent');
    run.send({ ...retry, agent: taskOf('x').agent });
    expect(run.task('a-2').phase).toBe('running');
    // The same branch once more holds nothing new, though a part of it has a task of its own.
    expect(typesOf(run.send(collectOf('a', 'h1')))).toEqual([]);
  });
});

describe('a part that lies on top of the rest', () => {
  const stacked = (): RunDriver => {
    const run = waiting(
      reviewedPlan([taskOf('a')], 9, { limits: { ...planOf([]).limits, retries: 1 } }),
    );
    const taken = partOf('upper', ['docs/a.md'], { base: `commit-${WHOLE}-rest` });
    split(run, { after: true, taken });
    checked(run, 'a');
    checked(run, 'a-2');
    return run;
  };

  it('cannot be approved before it, and lands after it', () => {
    const run = stacked();
    expect(run.state.plan.tasks[1]?.needs).toEqual(['a']);
    const { id, tree } = run.delivery('a-2');
    expect(run.refusal({ type: 'approve', delivery: id, tree, by: 'ann' })).toMatchObject({
      code: 'needs-first',
      message: 'a-2 lies on top of a#2, which is awaiting-review',
    });
    approve(run, 'a');
    approve(run, 'a-2');
    const tests = run.pending().filter(({ effect }) => effect.kind === 'test-group');
    expect(tests).toHaveLength(1);
    expect(run.state.mergeQueue.queue.tests[0]?.members).toEqual([`${RUN}-a-2`]);
    landed(run, 'a');
    landed(run, 'a-2');
    expect(run.task('a-2').phase).toBe('landed');
  });

  it.each([
    ['returned', { type: 'return', comment: 'no' }],
    ['rejected', { type: 'reject', comment: 'no' }],
  ] as const)('goes back when the rest was %s', (phase, command) => {
    const run = stacked();
    run.send({ ...command, delivery: run.delivery('a').id, by: 'ann' });
    expect(run.state.deliveries[`${RUN}-a-2-1`]).toMatchObject({
      phase: 'returned',
      comeback: { text: `it lies on top of a#2, which was ${phase}`, commit: 'commit-upper' },
    });
    // It is made again once the rest has landed.
    expect(run.task('a-2').phase).toBe('ready');
  });

  it('waits for a person again when the rest does', () => {
    const run = stacked();
    approve(run, 'a');
    approve(run, 'a-2');
    run.send({ type: 'park', delivery: run.delivery('a').id, comment: '', by: 'ann' });
    expect(run.delivery('a-2')).toMatchObject({
      phase: 'parked',
      reason: 'a#2, which it lies on top of, is parked',
    });
  });

  it('keeps the rest from being taken apart under it; itself it may be', () => {
    const run = stacked();
    const again = splitCommandOf(run.state, run.delivery('a').id, 'a-3');
    expect(run.refusal(again).code).toBe('builds-on-it');
    run.send(splitCommandOf(run.state, run.delivery('a-2').id, 'a-3'));
    for (const task of ['a-2', 'a-3'])
      expect(run.attempt(task)).toMatchObject({ split: { onto: `${RUN}-a-2` } });
  });
});

it('is based on what the whole was based on', () => {
  const run = waiting();
  split(run);
  expect([run.delivery('a').base, run.delivery('a-2').base]).toEqual([BASE, BASE]);
});
