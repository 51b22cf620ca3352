import { describe, expect, it } from 'vitest';
import { budgetReached, budgetTerm } from '../../../src/domain/governor/budget-term.ts';
import { limit } from '../../../src/domain/governor/limit.ts';
import { obstacle } from '../../../src/domain/governor/next-task.ts';
import { planTask } from '../../../src/domain/run/state.ts';
import type { Limits } from '../../../src/domain/plan/plan.ts';
import { MINUTE, planOf, taskOf } from '../../support/plans.ts';
import { attempts } from '../../support/ready-run.ts';
import {
  checked,
  exited,
  harvestOf,
  landed,
  settle,
  startedRun,
  toRunning,
  typesOf,
} from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';

const IDS = ['a', 'b', 'c', 'd'];
const within = (more: Partial<Limits>): RunDriver =>
  startedRun(
    planOf(
      IDS.map((id) => taskOf(id, { sizeMs: 10 * MINUTE })),
      {
        limits: {
          wallMs: null,
          live: 4,
          agentMs: null,
          tokens: null,
          usd: null,
          reserve: 0,
          retries: 0,
          ...more,
        },
      },
    ),
  );
/** Ends an attempt that used so much. */
const ending = (run: RunDriver, task: string, tokens: number, usd: number | null = 0): void => {
  toRunning(run, task);
  exited(run, task);
  const harvest = harvestOf(run.attempt(task).id);
  const spent = { tokens, usd };
  settle(run, 'harvest', task, { kind: 'harvest', harvest, trouble: null, messages: [], spent });
};

describe('the budget', () => {
  it('does not bind where nothing is limited', () => {
    const run = within({});
    expect(attempts(run)).toEqual(IDS);
    expect(budgetTerm(run.state, 0)).toMatchObject({ may: Infinity });
  });

  it('lets one alone find out what an attempt uses', () => {
    const run = within({ tokens: 1000 });
    expect(attempts(run)).toEqual(['a']);
    expect(limit(run.state, run.now).binding).toMatchObject({
      name: 'budget',
      text: '0 tokens of 1,000 tokens used; one alone, until it is known what an attempt uses',
    });
  });

  it('starts only what is expected to fit, live attempts counted in', () => {
    const run = within({ tokens: 1000 });
    ending(run, 'a', 300);
    // 700 are left; each of the others is expected to use 300.
    expect(attempts(run)).toEqual(['a', 'b', 'c']);
    expect(budgetTerm(run.state, 0)).toMatchObject({ may: 0 });
  });

  it('starts no task that does not fit itself, whatever else does', () => {
    const run = startedRun(
      planOf(
        [
          taskOf('a', { sizeMs: 10 * MINUTE, needs: [] }),
          taskOf('big', { sizeMs: 90 * MINUTE, needs: ['a'] }),
          taskOf('small', { sizeMs: 10 * MINUTE, needs: ['a'] }),
        ],
        {
          limits: {
            wallMs: null,
            agentMs: null,
            live: 4,
            tokens: 1000,
            usd: null,
            reserve: 0,
            retries: 0,
          },
        },
      ),
    );
    ending(run, 'a', 300);
    checked(run, 'a');
    landed(run, 'a');
    expect(attempts(run)).toEqual(['a', 'small']);
    expect(obstacle(run.state, planTask(run.state, 'big'), run.now, [])).toBe(
      "the 2,700 tokens it is expected to use do not fit before the run's reserve",
    );
  });

  it('keeps the reserve', () => {
    const run = within({ tokens: 1000, reserve: 0.5 });
    ending(run, 'a', 300);
    expect(attempts(run)).toEqual(['a']);
    expect(budgetTerm(run.state, 0).text).toBe(
      '300 tokens of 1,000 tokens used; 0 of 3 open tasks fit before the reserve',
    );
  });

  it('counts what a live attempt tells, and stops the run at the limit', () => {
    const run = within({ tokens: 1000 });
    toRunning(run, 'a');
    run.send({ type: 'spent', attempt: run.attempt('a').id, tokens: 999, usd: null });
    expect(run.state.phase).toBe('running');
    const events = run.send({
      type: 'spent',
      attempt: run.attempt('a').id,
      tokens: 1000,
      usd: null,
    });
    expect(typesOf(events)).toEqual(['attempt.spent', 'run.stop-requested', 'attempt.stop-asked']);
    expect(budgetReached(run.state)).toBe('tokens');
    expect(
      run.send({ type: 'spent', attempt: run.attempt('a').id, tokens: 1000, usd: null }),
    ).toEqual([]);
  });

  it('lets what has been delivered be checked and land when it is used up', () => {
    const run = within({ tokens: 1000 });
    ending(run, 'a', 300);
    toRunning(run, 'b');
    run.send({ type: 'spent', attempt: run.attempt('b').id, tokens: 700, usd: null });
    checked(run, 'a');
    landed(run, 'a');
    expect(run.task('a').phase).toBe('landed');
    expect(run.attempt('b').phase).toBe('stopping');
    expect(run.state.phase).toBe('wrapping-up');
  });

  it('starts nothing more where money is limited and nobody knows what an attempt cost', () => {
    const run = within({ usd: 5 });
    ending(run, 'a', 300, null);
    expect(attempts(run)).toEqual(['a']);
    expect(budgetTerm(run.state, 0)).toMatchObject({
      may: 0,
      text: '$0.00 of $5.00 used, and nobody knows what an attempt cost',
      change: 'prices for its model in the config',
    });
  });

  it('is the tighter of both where both are limited', () => {
    const run = within({ tokens: 1_000_000, usd: 1 });
    ending(run, 'a', 10, 0.6);
    expect(attempts(run)).toEqual(['a']);
    expect(budgetTerm(run.state, 0).text).toContain('$0.60 of $1.00');
  });
});
