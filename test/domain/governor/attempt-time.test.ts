import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptTime, cutTime } from '../../../src/domain/governor/attempt-time.ts';
import { deadlineTerm } from '../../../src/domain/governor/deadline-term.ts';
import { agentTimeLeft } from '../../../src/domain/governor/time-left.ts';
import type { Task } from '../../../src/domain/plan/plan.ts';
import type { RunState } from '../../../src/domain/run/state.ts';
import { MINUTE, NO_BUDGET, planOf, taskOf } from '../../support/plans.ts';
import { readyRun } from '../../support/ready-run.ts';
import { START } from '../../support/run-driver.ts';

const sized = (more: Partial<Task> = {}): Task =>
  taskOf('a', { sizeMs: 10 * MINUTE, deadlineMs: 60 * MINUTE, ...more });
/** A run with this much agent time left. */
const within = (task: Task, leftMs: number | null, retries = 1): RunState =>
  readyRun(
    planOf([task], { limits: { wallMs: leftMs, live: 1, reserve: 0, ...NO_BUDGET, retries } }),
  );
const minutes = (task: Task, leftMs: number | null, retries = 1): number =>
  attemptTime(within(task, leftMs, retries), task, START) / MINUTE;

describe('the time of an attempt', () => {
  it('ends at two and a half times the size where a takeover fits behind it', () => {
    expect(minutes(sized(), 120 * MINUTE)).toBe(25);
    expect(minutes(sized(), 40 * MINUTE)).toBe(25);
  });

  it('is all there is where none would fit, where there is none, and for the last one', () => {
    expect(minutes(sized(), 39 * MINUTE)).toBe(39);
    expect(minutes(sized(), 120 * MINUTE, 0)).toBe(60);
    const task = sized();
    const run = within(task, 120 * MINUTE);
    const second = {
      ...run,
      tasks: { a: { id: 'a', phase: 'running', attempts: 2, attempt: 'r1-a-2', comeback: null } },
    } as const;
    expect(attemptTime(second, task, START)).toBe(60 * MINUTE);
  });

  it('is the deadline where time is not limited, or nobody knows the size', () => {
    expect(minutes(sized(), null)).toBe(60);
    expect(minutes(sized({ sizeMs: null }), 120 * MINUTE)).toBe(60);
  });

  it('is the task’s own deadline, however long', () => {
    expect(minutes(sized({ ownDeadline: true }), 120 * MINUTE)).toBe(60);
  });

  it('is never cut to less than five minutes, nor made longer than the deadline', () => {
    expect(minutes(sized({ sizeMs: MINUTE }), 120 * MINUTE)).toBe(5);
    expect(minutes(sized({ deadlineMs: 20 * MINUTE }), 120 * MINUTE)).toBe(20);
  });

  it('is said with the term', () => {
    const text = (task: Task): string => deadlineTerm(within(task, 120 * MINUTE), START).text;
    expect(text(sized())).toContain('an attempt gets 2.5 times its size where another still fits');
    expect(text(sized({ ownDeadline: true }))).not.toContain('times its size');
  });

  it('is within what is left and the deadline, and cut only where another fits', () => {
    const ms = fc.integer({ min: 1, max: 200 * MINUTE });
    fc.assert(
      fc.property(
        fc.record({ sizeMs: fc.option(ms), deadlineMs: ms, ownDeadline: fc.boolean() }),
        ms,
        fc.integer({ min: 0, max: 2 }),
        (parts, leftMs, retries) => {
          const task = taskOf('a', parts);
          const run = within(task, leftMs, retries);
          const time = attemptTime(run, task, START);
          const left = agentTimeLeft(run, START) ?? Infinity;
          expect(time).toBeLessThanOrEqual(Math.min(task.deadlineMs, left) + 1);
          if (time >= Math.floor(Math.min(task.deadlineMs, left))) return;
          expect(time).toBe(Math.round(cutTime(task) ?? 0));
          expect(time + 1.5 * (task.sizeMs ?? 0)).toBeLessThanOrEqual(left + 1);
          expect(retries).toBeGreaterThan(0);
        },
      ),
    );
  });
});
