import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptDeadline } from '../../../src/domain/governor/deadline-term.ts';
import { limit } from '../../../src/domain/governor/limit.ts';
import { obstacle } from '../../../src/domain/governor/next-task.ts';
import {
  attemptTimeSpent,
  workedBy,
  workEndsAt,
  workLeft,
} from '../../../src/domain/governor/work-time.ts';
import type { Limits } from '../../../src/domain/plan/plan.ts';
import { nextWake } from '../../../src/domain/run/next-wake.ts';
import { planTask } from '../../../src/domain/run/state.ts';
import { MINUTE, planOf, taskOf } from '../../support/plans.ts';
import { attempts } from '../../support/ready-run.ts';
import { exited, startedRun, START, toRunning, typesOf } from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';

const runOf = (more: Partial<Limits>, ids: readonly string[] = ['a', 'b', 'c']): RunDriver => {
  const { limits } = planOf([]);
  return startedRun(
    planOf(
      ids.map((id) => taskOf(id, { sizeMs: 10 * MINUTE })),
      { limits: { ...limits, live: 4, ...more } },
    ),
  );
};
const idOf = (run: RunDriver, task: string): string => run.attempt(task).id;
const asked = (run: RunDriver, id: string, at: number): void => {
  run.now = at;
  run.send({
    type: 'asked',
    attempt: idOf(run, 'a'),
    question: {
      id,
      kind: 'permission',
      text: 'May I?',
      options: [],
      default: 'no',
      until: at + 60 * MINUTE,
    },
  });
};
const answered = (run: RunDriver, question: string, at: number): void => {
  run.now = at;
  run.send({ type: 'answer', attempt: idOf(run, 'a'), question, choice: 'yes', by: 'ada' });
};

describe("where an agent's time goes", () => {
  it('tells the rate limit and people apart from its work', () => {
    const run = runOf({});
    toRunning(run, 'a');
    asked(run, 'q1', START + 2 * MINUTE);
    asked(run, 'q2', START + 3 * MINUTE);
    answered(run, 'q1', START + 4 * MINUTE);
    answered(run, 'q2', START + 5 * MINUTE);
    run.now = START + 9 * MINUTE;
    run.send({ type: 'rate-limited', attempt: idOf(run, 'a'), ms: 4 * MINUTE });
    run.now = START + 10 * MINUTE;
    exited(run, 'a');
    expect(attemptTimeSpent(run.state, idOf(run, 'a'), START + 60 * MINUTE)).toEqual({
      elapsedMs: 10 * MINUTE,
      rateLimitedMs: 4 * MINUTE,
      peopleMs: 3 * MINUTE,
      workedMs: 3 * MINUTE,
    });
  });

  it('is told once: what is known already is no event', () => {
    const run = runOf({});
    toRunning(run, 'a');
    const told = { type: 'rate-limited', attempt: idOf(run, 'a'), ms: 5 } as const;
    expect(typesOf(run.send(told))).toContain('attempt.rate-limited');
    expect(typesOf(run.send(told))).not.toContain('attempt.rate-limited');
    expect(typesOf(run.send({ ...told, attempt: 'nobody' }))).toEqual([]);
  });

  it('adds up, whatever happens when', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 5 }),
        fc.nat(40),
        fc.nat(60),
        (waits, limited, end) => {
          const run = runOf({});
          toRunning(run, 'a', 180 * MINUTE);
          for (const [index, [from, length]] of waits.entries()) {
            asked(run, `q${index}`, START + from * MINUTE);
            answered(run, `q${index}`, START + (from + length) * MINUTE);
          }
          run.send({ type: 'rate-limited', attempt: idOf(run, 'a'), ms: limited * MINUTE });
          const time = attemptTimeSpent(run.state, idOf(run, 'a'), START + end * MINUTE);
          expect(time.workedMs + time.rateLimitedMs + time.peopleMs).toBe(time.elapsedMs);
          expect(Math.min(time.workedMs, time.rateLimitedMs, time.peopleMs)).toBeGreaterThanOrEqual(
            0,
          );
        },
      ),
    );
  });
});

describe('the limit of agent time', () => {
  it('starts only what fits before the reserve, beside what live agents are expected to work', () => {
    const run = runOf({ agentMs: 30 * MINUTE, reserve: 0.2 });
    expect(attempts(run)).toEqual(['a', 'b']);
    expect(limit(run.state, run.now).binding).toMatchObject({
      name: 'budget',
      text: '0m of 30m agent time used; 0 of 1 open tasks fit before the reserve',
    });
    expect(obstacle(run.state, planTask(run.state, 'c'), run.now, [])).toContain('limits.agent');
  });

  it('counts no waiting for the rate limit', () => {
    const run = runOf({ agentMs: 30 * MINUTE, reserve: 0 }, ['a']);
    toRunning(run, 'a', 120 * MINUTE);
    run.now = START + 40 * MINUTE;
    run.send({ type: 'rate-limited', attempt: idOf(run, 'a'), ms: 25 * MINUTE });
    expect(workedBy(run.state, run.now)).toBe(15 * MINUTE);
    expect(workLeft(run.state, run.now)).toBe(15 * MINUTE);
    expect(run.attempt('a').phase).toBe('running');
  });

  it('ends the run when it is used up, just then', () => {
    const run = runOf({ agentMs: 30 * MINUTE, reserve: 0 });
    for (const task of ['a', 'b']) toRunning(run, task, 120 * MINUTE);
    expect(workEndsAt(run.state)).toBe(START + 15 * MINUTE);
    expect(nextWake(run.state)).toBe(START + 15 * MINUTE);
    run.now = START + 15 * MINUTE - 1;
    expect(run.tick()).toEqual([]);
    run.now = START + 15 * MINUTE;
    expect(run.tick()).toContainEqual(
      expect.objectContaining({ type: 'run.stop-requested', by: 'the limit of agent time' }),
    );
    expect(run.attempt('a').phase).toBe('stopping');
  });

  it('is in the deadline that an agent is told', () => {
    const run = runOf({ agentMs: 25 * MINUTE, reserve: 0 }, ['a']);
    const task = planTask(run.state, 'a');
    expect(attemptDeadline(run.state, task, run.now)).toBe(START + 25 * MINUTE);
  });
});
