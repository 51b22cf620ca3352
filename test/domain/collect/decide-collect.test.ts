import { describe, expect, it } from 'vitest';
import { holds } from '../../../src/domain/governor/holds.ts';
import { planTask } from '../../../src/domain/run/state.ts';
import { planOf, reviewedPlan, taskOf } from '../../support/plans.ts';
import {
  BASE,
  checked,
  conflicted,
  landed,
  RUN,
  settle,
  startedRun,
  tested,
  toChecked,
  toRunning,
  typesOf,
} from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';
import { collectOf } from '../../support/collected-work.ts';

const robot = taskOf('x').agent;
const collected = (plan = reviewedPlan([])): RunDriver => {
  const run = startedRun(plan);
  run.send(collectOf('x', 'h1'));
  return run;
};
const returned = (): RunDriver => {
  const run = collected();
  checked(run, 'x', 'red');
  return run;
};

describe('work that is collected', () => {
  it('becomes a task with an attempt that has delivered, whose checks are run', () => {
    const run = startedRun(reviewedPlan([]));
    const events = run.send(collectOf('x', 'h1', { uncommitted: 2 }));
    expect(typesOf(events)).toEqual([
      'run.resumed',
      'run.task-added',
      'attempt.collected',
      'delivery.offered',
    ]);
    expect(run.attempt('x')).toMatchObject({
      phase: 'ended',
      outcome: 'delivered',
      workspace: null,
      startedAt: null,
      exit: null,
      base: BASE,
      collected: { branch: 'refs/heads/x', head: 'h1', uncommitted: 2 },
    });
    expect(run.delivery('x')).toMatchObject({ phase: 'checking', commit: 'commit-h1', base: BASE });
    expect(run.task('x').phase).toBe('delivered');
    expect(run.pending().map(({ effect }) => effect)).toEqual([
      { kind: 'check', delivery: `${RUN}-x-1` },
    ]);
  });

  it('is reviewed and lands as any other', () => {
    const run = collected();
    checked(run, 'x');
    expect(run.delivery('x').phase).toBe('awaiting-review');
    run.send({ type: 'approve', delivery: `${RUN}-x-1`, tree: 'tree-h1', by: 'ann' });
    landed(run, 'x');
    expect(run.task('x')).toMatchObject({ phase: 'landed', commit: 'landed-x' });
    expect(run.state.ended?.end).toBe('landed');
  });

  it('lands by its checks where they decide', () => {
    const run = collected(planOf([]));
    checked(run, 'x');
    landed(run, 'x');
    expect(run.task('x').phase).toBe('landed');
  });

  it('goes into a run that is at work, beside tasks that have agents', () => {
    const run = startedRun(reviewedPlan([taskOf('a')]));
    toRunning(run, 'a');
    run.send(collectOf('x', 'h1'));
    expect(run.state.plan.tasks.map(({ id }) => id)).toEqual(['a', 'x']);
    expect(run.attempt('a').phase).toBe('running');
    checked(run, 'x');
    expect(run.state.phase).toBe('running');
  });

  it('holds nothing, though nobody knows what it may write', () => {
    const run = collected(reviewedPlan([taskOf('a', { needs: [] })], 9));
    expect(run.task('a').phase).toBe('running');
    const later = startedRun(reviewedPlan([taskOf('a'), taskOf('b', { needs: ['a'] })], 9));
    later.send(collectOf('x', 'h1'));
    toChecked(later, 'a');
    later.send({ type: 'approve', delivery: `${RUN}-a-1`, tree: `tree-${RUN}-a-1`, by: 'ann' });
    landed(later, 'a');
    expect(later.task('b').phase).toBe('running');
  });

  it('is refused where there is nothing in it, or another task has its name', () => {
    const run = startedRun(reviewedPlan([taskOf('a')]));
    const empty = collectOf('x', 'h1');
    expect(run.refusal({ ...empty, harvest: { ...empty.harvest, commit: null } }).code).toBe(
      'nothing-new',
    );
    expect(run.refusal(collectOf('a', 'h1')).code).toBe('task-taken');
    run.send(collectOf('x', 'h1'));
    expect(run.refusal(collectOf('x', 'h1', { branch: 'refs/heads/y' })).code).toBe('task-taken');
  });
});

describe('a task whose work was collected', () => {
  it('holds nothing for that before it has had an agent, so that no two wait for each other', () => {
    const one = { ...planOf([]).limits, live: 1 };
    const run = startedRun(reviewedPlan([taskOf('a')], 9, { limits: one }));
    toRunning(run, 'a');
    run.send(collectOf('x', 'h1'));
    checked(run, 'x', 'red');
    run.send({ type: 'retry', task: 'x', note: '', by: 'ann', agent: robot });
    expect(run.task('x').phase).toBe('ready');
    expect(holds(run.state, planTask(run.state, 'x'))).toBe(false);
    expect(holds(run.state, planTask(run.state, 'a'))).toBe(true);
  });
});

describe('the same work collected again', () => {
  it('leads to nothing when it is the same', () => {
    const run = collected();
    expect(typesOf(run.send(collectOf('x', 'h1')))).toEqual([]);
    checked(run, 'x', 'red');
    expect(typesOf(run.send(collectOf('x', 'h1')))).toEqual([]);
  });

  it.each(['checking', 'awaiting-review', 'parked', 'queued'])(
    'takes the place of what is %s',
    (phase) => {
      const run = collected(reviewedPlan([]));
      const about = { delivery: `${RUN}-x-1`, by: 'ann' };
      if (phase !== 'checking') checked(run, 'x');
      if (phase === 'parked') run.send({ type: 'park', ...about, comment: 'later' });
      if (phase === 'queued') {
        // Something else is landing, so that it waits.
        run.send(collectOf('y', 'h9'));
        checked(run, 'y');
        run.send({ type: 'approve', delivery: `${RUN}-y-1`, tree: 'tree-h9', by: 'ann' });
        run.send({ type: 'approve', ...about, tree: 'tree-h1' });
      }
      expect(run.delivery('x').phase).toBe(phase);
      run.send(collectOf('x', 'h2'));
      expect(run.state.deliveries[`${RUN}-x-1`]).toMatchObject({
        phase: 'superseded',
        by: `${RUN}-x-2`,
      });
      expect(run.delivery('x')).toMatchObject({ phase: 'checking', commit: 'commit-h2' });
    },
  );

  it('no longer minds what the checks say of the one before', () => {
    const run = collected();
    run.send(collectOf('x', 'h2'));
    const [first] = run.pending();
    run.send({
      type: 'settle',
      effect: first?.id ?? '',
      outcome: { kind: 'check', verdict: 'red', receipt: 'r', blocking: [], red: 'old' },
    });
    expect(run.state.deliveries[`${RUN}-x-1`]?.phase).toBe('superseded');
    expect(run.task('x').phase).toBe('delivered');
  });

  it('waits until what is landing has landed, and then adds nothing to it', () => {
    const run = collected();
    checked(run, 'x');
    run.send({ type: 'approve', delivery: `${RUN}-x-1`, tree: 'tree-h1', by: 'ann' });
    tested(run, 'x');
    expect(run.refusal(collectOf('x', 'h2')).code).toBe('task-landing');
    landed(run, 'x');
    expect(run.refusal(collectOf('x', 'h2')).code).toBe('task-landed');
  });

  it('leaves the group that it is being tested in, and takes its turn anew', () => {
    const run = collected();
    checked(run, 'x');
    run.send({ type: 'approve', delivery: `${RUN}-x-1`, tree: 'tree-h1', by: 'ann' });
    expect(typesOf(run.send(collectOf('x', 'h2')))).toEqual(
      expect.arrayContaining(['delivery.superseded', 'queue.cancel-asked']),
    );
    expect(run.state.mergeQueue.queue.items).toEqual([]);
  });

  it('is refused once it was dropped', () => {
    const run = collected();
    checked(run, 'x');
    run.send({ type: 'drop', task: 'x', reason: '', by: 'ann' });
    expect(run.refusal(collectOf('x', 'h2')).code).toBe('task-dropped');
  });
});

describe('what comes back of it', () => {
  it.each(['red', 'conflict', 'review'] as const)('waits for whoever made it: %s', (kind) => {
    const run = collected(reviewedPlan([], 3, { limits: { ...planOf([]).limits, retries: 5 } }));
    const about = { delivery: `${RUN}-x-1`, by: 'ann' };
    checked(run, 'x', kind === 'red' ? 'red' : 'green');
    if (kind === 'review') run.send({ type: 'return', ...about, comment: 'shorter' });
    if (kind === 'conflict') {
      run.send({ type: 'approve', ...about, tree: 'tree-h1' });
      conflicted(run, 'x', 'conflicts');
    }
    expect(run.task('x')).toMatchObject({ phase: 'parked', comeback: { kind } });
    expect(run.pending().map(({ effect }) => effect)).toEqual([
      { kind: 'write-brief', attempt: `${RUN}-x-1` },
    ]);
    settle(run, 'write-brief', 'x', { kind: 'write-brief', failure: null });
    expect(run.state.ended).toMatchObject({
      end: 'waiting',
      reason: expect.stringContaining('fanin brief, then fanin collect again') as string,
    });
  });

  it('is answered by collecting it again: the new attempt knows what for', () => {
    const run = returned();
    run.send(collectOf('x', 'h2'));
    expect(run.attempt('x')).toMatchObject({ n: 2, comeback: { kind: 'red', from: `${RUN}-x-1` } });
    expect(run.state.deliveries[`${RUN}-x-1`]?.phase).toBe('returned');
    checked(run, 'x');
    run.send({ type: 'approve', delivery: `${RUN}-x-2`, tree: 'tree-h2', by: 'ann' });
    landed(run, 'x');
    expect(run.task('x').phase).toBe('landed');
  });

  it('is made again by an agent only when it is given one', () => {
    const run = returned();
    const retry = { type: 'retry', task: 'x', note: '', by: 'ann' } as const;
    expect(run.refusal(retry)).toMatchObject({
      code: 'no-agent',
      hint: expect.stringContaining('--agent') as string,
    });
    const events = run.send({ ...retry, agent: robot });
    expect(typesOf(events)).toContain('run.task-assigned');
    expect(run.attempt('x')).toMatchObject({
      phase: 'preparing',
      n: 2,
      base: run.state.target,
      comeback: { kind: 'red', commit: 'commit-h1' },
    });
    expect(run.refusal(collectOf('x', 'h2')).code).toBe('task-at-work');
  });

  it('is no agent’s any more once it is collected again', () => {
    const run = returned();
    run.send({ type: 'retry', task: 'x', note: '', by: 'ann', agent: robot });
    toRunning(run, 'x');
    run.send({ type: 'stop-attempt', attempt: `${RUN}-x-2`, by: 'ann' });
    run.send({
      type: 'exited',
      attempt: `${RUN}-x-2`,
      exit: { code: null, signal: null, lost: false, stopped: 'person' },
      at: run.now,
    });
    settle(run, 'harvest', 'x', {
      kind: 'harvest',
      harvest: { commit: null, tree: 't', base: BASE, snapshot: false, findings: [] },
      trouble: null,
      messages: [],
      spent: null,
    });
    expect(run.task('x').phase).toBe('failed');
    run.send(collectOf('x', 'h2'));
    checked(run, 'x', 'red');
    expect(run.task('x').phase).toBe('parked');
    expect(run.state.agents[`${RUN}-x-2`]).toBe('robot');
  });

  it('lets nobody change the agent of a task of the plan', () => {
    const run = startedRun(reviewedPlan([taskOf('a')]));
    toChecked(run, 'a');
    run.send({ type: 'reject', delivery: `${RUN}-a-1`, comment: 'no', by: 'ann' });
    const retry = { type: 'retry', task: 'a', note: '', by: 'ann', agent: robot } as const;
    expect(run.refusal(retry).code).toBe('agent-fixed');
  });
});
