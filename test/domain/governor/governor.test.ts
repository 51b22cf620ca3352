import { describe, expect, it } from 'vitest';
import { agentTimeLeft } from '../../../src/domain/governor/time-left.ts';
import { attemptDeadline, deadlineTerm, fits } from '../../../src/domain/governor/deadline-term.ts';
import { limit } from '../../../src/domain/governor/limit.ts';
import { nextTask } from '../../../src/domain/governor/next-task.ts';
import { reviewWindowMs } from '../../../src/domain/governor/review-term.ts';
import type { Task } from '../../../src/domain/plan/plan.ts';
import { evolve } from '../../../src/domain/run/evolve.ts';
import { MINUTE, planOf, reviewedPlan, taskOf } from '../../support/plans.ts';
import {
  BASE,
  checked,
  RUN,
  START,
  startedRun,
  toChecked,
  toChecking,
  toRunning,
} from '../../support/run-driver.ts';
import { attempts, readyRun } from '../../support/ready-run.ts';
import type { RunDriver } from '../../support/run-driver.ts';
import { NO_BUDGET } from '../../support/plans.ts';

const order = (tasks: readonly Task[]): readonly string[] => {
  let run = readyRun(planOf(tasks));
  const ids: string[] = [];
  for (let task = nextTask(run, START, []); task !== null; task = nextTask(run, START, [])) {
    ids.push(task.id);
    run = evolve(run, {
      type: 'attempt.queued',
      at: START,
      attempt: `${RUN}-${task.id}-1`,
      task: task.id,
      n: 1,
      base: BASE,
      comeback: null,
      why: '',
    });
  }
  return ids;
};

describe('slots', () => {
  const tasks = ['a', 'b', 'c'].map((id) => taskOf(id));
  it('start as many attempts as may be live', () => {
    expect(
      attempts(
        startedRun(planOf(tasks, { limits: { wallMs: null, live: 2, reserve: 0, ...NO_BUDGET } })),
      ),
    ).toEqual(['a', 'b']);
  });
  it('start one at a time when the plan runs serially', () => {
    const run = startedRun(planOf(tasks, { admission: { mode: 'serial', reason: 'short' } }));
    expect(attempts(run)).toEqual(['a']);
    expect(limit(run.state, run.now).binding).toMatchObject({ name: 'slots', text: '0 of 1 free' });
    toChecking(run, 'a');
    expect(attempts(run)).toEqual(['a', 'b']);
  });
});

describe('order', () => {
  it('puts the longest chain first, then the longest task, then the plan', () => {
    const min = (n: number) => ({ sizeMs: n * MINUTE });
    expect(order([taskOf('a', min(10)), taskOf('b', min(30)), taskOf('c', min(20))])).toEqual([
      'b',
      'c',
      'a',
    ]);
    expect(order([taskOf('a'), taskOf('b'), taskOf('c')])).toEqual(['a', 'b', 'c']);
  });
  it('counts what comes behind', () => {
    const plan = planOf(
      [
        taskOf('a', { sizeMs: 20 * MINUTE }),
        taskOf('b', { sizeMs: 5 * MINUTE }),
        taskOf('c', { needs: ['b'], sizeMs: 30 * MINUTE }),
      ],
      {
        limits: { wallMs: null, live: 1, reserve: 0, ...NO_BUDGET },
      },
    );
    expect(attempts(startedRun(plan))).toEqual(['b']);
  });
  it('takes a task without a size for an average one, also among equal chains', () => {
    const plan = planOf(
      [
        taskOf('a', { sizeMs: 10 * MINUTE }),
        taskOf('b'),
        taskOf('c', { needs: ['a'], sizeMs: 5 * MINUTE }),
      ],
      { limits: { wallMs: null, live: 1, reserve: 0, ...NO_BUDGET } },
    );
    expect(attempts(startedRun(plan))).toEqual(['b']);
  });
});

describe('review', () => {
  const tasks = ['a', 'b', 'c', 'd'].map((id) => taskOf(id));
  it('counts live attempts, deliveries being checked, and what waits', () => {
    const run = startedRun(reviewedPlan(tasks, 2));
    expect(attempts(run)).toEqual(['a', 'b']);
    toChecked(run, 'a');
    toChecking(run, 'b');
    expect(attempts(run)).toEqual(['a', 'b']);
    checked(run, 'b');
    expect(limit(run.state, run.now).binding).toMatchObject({
      name: 'review',
      text: '2 waiting and 0 coming, of 2',
    });
    run.send({ type: 'approve', delivery: `${RUN}-a-1`, tree: `tree-${RUN}-a-1`, by: 'ann' });
    expect(attempts(run)).toEqual(['a', 'b', 'c']);
  });
  it('lets nothing start while too much is parked, where checks review', () => {
    const run = startedRun(
      planOf(tasks, {
        review: { by: 'checks', limit: 1 },
        limits: { wallMs: null, live: 1, reserve: 0, ...NO_BUDGET },
      }),
    );
    toChecking(run, 'a');
    checked(run, 'a', 'unverified');
    expect(attempts(run)).toEqual(['a', 'b']);
    toChecking(run, 'b');
    expect(attempts(run)).toEqual(['a', 'b']);
  });

  const WINDOW = 60 * MINUTE;
  const afterWindow = (run: RunDriver, windows = 1): number => {
    for (let k = 0; k < windows; k += 1) {
      run.now += WINDOW;
      run.tick();
    }
    return run.state.reviewLimit;
  };
  it('falls by one when more came than was dealt with, never below 1', () => {
    const run = startedRun(reviewedPlan(tasks, 2));
    toRunning(run, 'b', 1000 * MINUTE);
    toChecked(run, 'a');
    expect(afterWindow(run)).toBe(1);
    expect(afterWindow(run, 3)).toBe(1);
  });
  it('stays when as much was dealt with as came', () => {
    const run = startedRun(reviewedPlan(tasks, 2));
    toRunning(run, 'b', 1000 * MINUTE);
    toChecked(run, 'a');
    run.send({ type: 'return', delivery: `${RUN}-a-1`, comment: 'again', by: 'ann' });
    expect(afterWindow(run)).toBe(2);
  });
  it('does not fall for what never came to a person', () => {
    const run = startedRun(reviewedPlan(tasks, 2));
    toRunning(run, 'b', 1000 * MINUTE);
    toChecking(run, 'a');
    checked(run, 'a', 'red');
    expect(afterWindow(run)).toBe(2);
  });
  it('rises by one after a window in which nothing waited, never above what was set', () => {
    const run = startedRun(reviewedPlan(tasks, 2));
    toRunning(run, 'b', 10_000 * MINUTE);
    toChecked(run, 'a');
    expect(afterWindow(run)).toBe(1);
    run.send({ type: 'return', delivery: `${RUN}-a-1`, comment: 'again', by: 'ann' });
    expect(afterWindow(run)).toBe(1);
    expect(afterWindow(run)).toBe(2);
    expect(afterWindow(run, 3)).toBe(2);
  });
  it.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])('closes its window at its end %d ms', (offset, closed) => {
    const run = startedRun(reviewedPlan(tasks, 2));
    toRunning(run, 'a', 1000 * MINUTE);
    run.now = START + WINDOW + offset;
    expect(run.tick().filter(({ type }) => type === 'run.review-window-closed')).toHaveLength(
      closed,
    );
  });
  it('has windows of an hour, or a quarter of the wall limit', () => {
    const windowOf = (wallMs: number | null) =>
      reviewWindowMs(
        readyRun(planOf(tasks, { limits: { wallMs, live: 1, reserve: 0, ...NO_BUDGET } })),
      );
    expect([windowOf(null), windowOf(40 * MINUTE), windowOf(1000 * MINUTE)]).toEqual([
      60 * MINUTE,
      10 * MINUTE,
      60 * MINUTE,
    ]);
  });
});

describe('deadline', () => {
  const task = taskOf('a', { sizeMs: 20 * MINUTE, deadlineMs: 30 * MINUTE });
  const run = readyRun(
    planOf([task], { limits: { wallMs: 60 * MINUTE, live: 1, reserve: 0.25, ...NO_BUDGET } }),
  );
  it('keeps the reserve from agents', () => {
    expect(agentTimeLeft(run, START)).toBe(45 * MINUTE);
    expect(agentTimeLeft(readyRun(planOf([task])), START)).toBe(null);
  });
  it('is the earlier of the task and the run', () => {
    const used = (usedMs: number) => ({ ...run, wall: { usedMs, busySince: null } });
    expect(attemptDeadline(used(0), task, START)).toBe(START + 30 * MINUTE);
    expect(attemptDeadline(used(30 * MINUTE), task, START)).toBe(START + 15 * MINUTE);
    expect(attemptDeadline(used(50 * MINUTE), task, START)).toBe(START);
  });
  it.each([
    [-1, true],
    [0, true],
    [1, false],
  ])('lets a task start when its expected time fits, %d ms over', (over, expected) => {
    const tight = { ...run, wall: { usedMs: 25 * MINUTE + over, busySince: null } };
    expect(fits(tight, task, START)).toBe(expected);
    expect(deadlineTerm(tight, START).may).toBe(expected ? 1 : 0);
    expect(nextTask(tight, START, [])?.id ?? null).toBe(expected ? 'a' : null);
  });
  it('lets a task without a size start as long as there is time', () => {
    const left = (ms: number) => ({ ...run, wall: { usedMs: 45 * MINUTE - ms, busySince: null } });
    expect(fits(left(1), taskOf('b'), START)).toBe(true);
    expect(fits(left(0), taskOf('b'), START)).toBe(false);
  });
});
